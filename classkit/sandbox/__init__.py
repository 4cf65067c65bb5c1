"""The one way to run other people's code: policies and submissions alike.

The caller starts a process for it (:mod:`.process`, or :mod:`.copies` of one that has everything
ready) and exchanges messages with it that are never trusted (:mod:`.wire`). Before a line of the
code runs, the process puts on its shields (:mod:`.shields`):

- ``room``: a root folder of its own, in which nothing else exists (:mod:`.room`);
- ``files``: the system refuses every file but those listed (:mod:`.landlock`, :mod:`.paths`),
  and folders among these can be hidden (:mod:`.hiding`);
- ``calls``: the system refuses every call but those listed (:mod:`.seccomp`, :mod:`.calls`);
- ``limits``: memory, processor, processes, files (:mod:`.limits`).

A process that may start others has a keeper beside it (:mod:`.keeper`), which ends them all.
:mod:`.report` tells which shields this machine lacks. This package knows nothing else of classkit.
"""
