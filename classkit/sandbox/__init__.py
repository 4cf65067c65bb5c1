"""The one way in which code of other people runs: policies and submissions alike.

Whoever has such code starts a process for it (:mod:`.process`: one alone, or copies of one that
has everything ready) and talks with it in messages that are never believed (:mod:`.wire`). Before
a line of that code runs, the process puts on its shields (:mod:`.shields`):

- ``room``: a root folder of its own, in which nothing else exists (:mod:`.room`);
- ``files``: the system refuses every file but those listed (:mod:`.landlock`, :mod:`.paths`);
- ``calls``: the system refuses every call but those listed (:mod:`.seccomp`, :mod:`.calls`);
- ``limits``: memory, processor, processes, files (:mod:`.limits`).

A process that may begin others has a keeper beside it (:mod:`.keeper`), who ends them all. What
this system cannot do is said by :mod:`.report`. This package knows nothing else of classkit.
"""
