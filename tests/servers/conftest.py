"""The servers that are held against clients here."""

from tests.servers.fixtures import folder, nginx, s3, s3_server, sshd, toxic

__all__ = ["folder", "nginx", "s3", "s3_server", "sshd", "toxic"]
