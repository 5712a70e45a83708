"""Certificates for servers of tests: an authority nobody knows, and what it signs."""

from __future__ import annotations

import datetime as dt
import ipaddress
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Certificate(NamedTuple):
    """Files of PEM."""

    authority: Path
    """What a client must trust."""
    chain: Path
    """What the server shows."""
    key: Path


def make_certificate(folder: Path, names: tuple[str, ...] = ("127.0.0.1", "localhost"), days: int = 1) -> Certificate:
    """A certificate for these names that is valid for so many days from now; it ended long ago if they are negative."""
    now = dt.datetime.now(dt.UTC)
    begin, end = now - dt.timedelta(days=100), now + dt.timedelta(days=days)
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root_name, name = _name("Authority of a test"), _name("Server of a test")

    def common(subject: x509.Name, public: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        builder = x509.CertificateBuilder().subject_name(subject).issuer_name(root_name).public_key(public)
        builder = builder.serial_number(x509.random_serial_number()).not_valid_before(begin)
        return builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)

    root = common(root_name, root_key.public_key()).not_valid_after(now + dt.timedelta(days=365))
    root = root.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    root = root.add_extension(_signs_certificates(), critical=True)
    leaf = common(name, key.public_key()).not_valid_after(end)
    leaf = leaf.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    leaf = leaf.add_extension(x509.SubjectAlternativeName([_alternative(each) for each in names]), critical=False)
    leaf = leaf.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False)

    made = Certificate(folder / "authority.pem", folder / "certificate.pem", folder / "certificate.key")
    pem = serialization.Encoding.PEM
    made.authority.write_bytes(root.sign(root_key, hashes.SHA256()).public_bytes(pem))
    made.chain.write_bytes(leaf.sign(root_key, hashes.SHA256()).public_bytes(pem))
    made.key.write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return made


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _signs_certificates() -> x509.KeyUsage:
    no = dict.fromkeys(
        (
            "content_commitment",
            "key_encipherment",
            "data_encipherment",
            "key_agreement",
            "encipher_only",
            "decipher_only",
            "digital_signature",
        ),
        False,
    )
    return x509.KeyUsage(key_cert_sign=True, crl_sign=True, **no)
