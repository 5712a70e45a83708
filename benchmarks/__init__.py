"""Whole processes of Pthfinder timed beside real torch and ``cp``, in the same run, on files made for it."""
