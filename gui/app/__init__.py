"""The window: its menus, docks and pages, and how it starts."""
