"""A module a command, named as it is: what it takes (``add_arguments``) and what it does (``run``).

`cli/register.py` lists them, and imports the one that is asked for.
"""
