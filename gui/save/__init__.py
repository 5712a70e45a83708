"""Saving: the dialog and the job."""
