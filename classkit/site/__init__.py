"""A site: what can be read and searched without a server, in one folder of static files.

``build.py`` says of which parts it is made.
"""
