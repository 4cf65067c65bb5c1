"""A site: tables that play in the reader's browser, and what one reads beside them.

One folder of static files for any web host. ``build.py`` says of which parts it is made.
"""
