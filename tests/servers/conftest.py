"""The servers that are held against clients here."""

from tests.servers.fixtures import folder, nginx, toxic

__all__ = ["folder", "nginx", "toxic"]
