"""What the system around the program is asked and told: Qt's libraries, shells, the desktop."""
