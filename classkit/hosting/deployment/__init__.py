"""Files with which a server is set up (``classkit deploy``), and the templates of these files."""
