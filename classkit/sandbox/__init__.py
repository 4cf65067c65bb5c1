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

Why it is written here
----------------------
It must do its work where students' programs are run: as an ordinary user, without a package of the
system's, installed by pip alone, on a teacher's laptop as in the containers of JupyterHub and
Binder. Each shield is put on where the system offers it, and the host is told which are missing.
What others offer was tried in November 2026:

- *bubblewrap* makes a room, well kept and in wide use. It comes with some systems and not from pip,
  and where namespaces are forbidden, as in most containers (Docker's own filter refuses them), it
  makes none and runs nothing. Ours goes on there with limits, files and calls. It takes a filter of
  calls but does not write one, and knows nothing of Landlock. It would replace room.py and
  nothing else, and take longer to start than all our shields together. *nsjail* and *firejail* are
  further from pip still.
- *sandlock* has Landlock, seccomp and limits in one compiled library. It watches its program from
  outside, by a supervisor that answers system calls, which is much more than is needed here, and
  unless each lack is listed it refuses the kernels of most machines in use (before Linux 6.12). It
  appears every few weeks in a form of its own, below version 1. A fault in it would be ours to
  find, in thirteen megabytes.
- *landlockpy* and *py-landlock* are what landlock.py is, over ctypes too, each by one author in a
  few releases; *landlock* never got beyond a trial version. They would save sixty lines. What they
  do better is to know the newest versions of Landlock, which also cover UDP and sockets with a
  path; the shield of calls refuses those on every kernel.
- *pyseccomp* needs the system's libseccomp, and was last released in January 2021. It would
  replace the assembler of seccomp.py (a hundred lines), not the lists of calls, which are the work.

So nothing is replaced. What speaks for our own is that it is small, and that attacks are tried on
it (`tests/sandbox`), with each shield alone as well. Look again when a package of wide use offers
Landlock and seccomp together for the kernels in use, and can be installed by pip.
"""
