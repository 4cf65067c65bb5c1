"""Templates for JupyterHub on one machine, with classkit as a service of the hub."""
