"""The servers that are held against clients here."""

from tests.servers.fixtures import folder, nginx, sshd, toxic

__all__ = ["folder", "nginx", "sshd", "toxic"]
