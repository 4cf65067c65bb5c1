"""Sandbox for untrusted code: students' policies and submitted notebooks.

The caller starts a process (:mod:`.process`, or :mod:`.fork_client` for a copy of a prepared one)
and exchanges messages with it, which are never trusted (:mod:`.json_socket`). Before any untrusted
code runs, the process isolates itself (:mod:`.isolation`) with up to four layers:

- ``room``: a separate root folder that contains nothing else (:mod:`.mount_jail`);
- ``files``: the kernel denies access to all files except the listed ones (:mod:`.landlock`,
  :mod:`.readable_paths`); folders among these can be hidden (:mod:`.landlock_hiding`);
- ``calls``: the kernel denies all system calls except the listed ones (:mod:`.seccomp`,
  :mod:`.syscall_allowlist`);
- ``limits``: limits on memory, processor time, processes and files (:mod:`.resource_limits`).

A process that may start others runs under a supervisor (:mod:`.subreaper`), which ends them all.
:mod:`.isolation_probe` finds out which layers this machine supports. This package imports nothing
from the rest of classkit.

Why classkit has its own sandbox
--------------------------------
The sandbox must work where students' programs run: as an ordinary user, installed by pip alone,
without system packages, on a teacher's laptop and in the containers of JupyterHub and Binder. Each
layer is used where the system supports it, and the host is informed about missing layers. We tried
the alternatives in November 2026:

- *bubblewrap* creates a root folder. It is well maintained and widely used, but it is a system
  package and not on PyPI. Most containers forbid namespaces (Docker's default filter does); there
  bubblewrap cannot run anything, while our sandbox continues with limits, files and calls.
  bubblewrap accepts a seccomp filter but does not write one, and does not use Landlock. It would
  only replace mount_jail.py, and takes longer to start than all our layers together. *nsjail* and
  *firejail* are even harder to install.
- *sandlock* has Landlock, seccomp and limits in one compiled library of 13 MB. A supervisor process
  answers system calls, which is much more than we need. By default it refuses kernels before Linux
  6.12, which most machines have. Its interface changes every few weeks, below version 1.
- *landlockpy* and *py-landlock* use ctypes as landlock.py does; each has one author and a few
  releases. *landlock* is still a pre-release. They would save sixty lines. They support the
  newest versions of Landlock, which also cover UDP and Unix sockets; our seccomp filter denies
  those on every kernel.
- *pyseccomp* needs the system's libseccomp, and its last release was in January 2021. It would
  replace the assembler in seccomp.py (a hundred lines), but not the lists of calls.

Our own sandbox is small, and `tests/sandbox` attacks it, with all layers and with each layer alone.
Reconsider when a widely used package on PyPI offers Landlock and seccomp for the kernels in use.
"""
