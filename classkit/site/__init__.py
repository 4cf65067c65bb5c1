"""Static sites: live tables and documentation in one folder of files, served without Python.

``build.py`` lists the parts of a site and writes them.
"""
