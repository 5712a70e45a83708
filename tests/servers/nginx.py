"""nginx over a folder: ranges, redirects, errors, and what it was asked for."""

from __future__ import annotations

import contextlib
import json
import tempfile
import urllib.request
from pathlib import Path
from typing import NamedTuple, Self

from tests.servers.certificates import make_certificate
from tests.servers.programs import LOOPBACK, Program, find_program, free_ports

USER, PASSWORD = "reader", "open sesame"
CODES = (204, 400, 401, 403, 404, 405, 410, 416, 418, 429, 500, 502, 503, 504)
REDIRECTS = (301, 302, 303, 307, 308)

# One process without a master: it works the same for root and for anybody, and there is one to end. As it serves one
# event after another, a request that was answered whole is in the log before the next one is read.
_CONFIG = """
daemon off;
master_process off;
pid {home}/nginx.pid;
worker_rlimit_nofile 4096;
events {{ worker_connections 1024; }}
http {{
    log_format lines escape=json '{{"method":"$request_method","path":"$request_uri","range":"$http_range",'
        '"status":$status,"sent":$body_bytes_sent,"connection":$connection,"tls":"$https",'
        '"whole":"$request_completion"}}';
    access_log {home}/access.log lines;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    default_type application/octet-stream;
    sendfile on;
    keepalive_requests 100000;
    absolute_redirect off;
    server {{
        listen {address}:{plain};
        listen {address}:{tls} ssl;
        ssl_certificate {certificate.chain};
        ssl_certificate_key {certificate.key};
        location /files/ {{ alias "{folder}/"; }}
        location /noranges/ {{ alias "{folder}/"; max_ranges 0; }}
        location /noetag/ {{ alias "{folder}/"; etag off; }}
        location /list/ {{ alias "{folder}/"; autoindex on; }}
        location /zipped/ {{ alias "{folder}/"; gzip on; gzip_types *; gzip_min_length 1; gzip_proxied any; }}
        location /private/ {{
            alias "{folder}/";
            auth_basic "files of a test";
            auth_basic_user_file {home}/users;
        }}
        location ~ ^/redirect/(.*)$ {{ return 302 /files/$1; }}
{redirects}
        location ~ ^/far/port/(\\d+)/(.*)$ {{ return 302 http://{address}:$1/$2; }}
        location ~ ^/far/plain/(.*)$ {{ return 302 http://{address}:{plain}/files/$1; }}
        location ~ ^/far/tls/(.*)$ {{ return 302 https://{address}:{tls}/files/$1; }}
        location ~ ^/far/localhost/(.*)$ {{ return 302 http://localhost:{plain}/private/$1; }}
        location ~ ^/far/ftp/(.*)$ {{ return 302 ftp://{address}/$1; }}
        location ~ ^/far/file/(.*)$ {{ return 302 file:///$1; }}
        location /far/metadata/ {{ return 302 http://169.254.169.254/latest/meta-data/; }}
        location /far/loop/ {{ return 302 /far/loop/; }}
        location = /far/nowhere {{ return 302 ""; }}
{statuses}
        location = /-/settled {{ access_log off; return 204; }}
        location / {{ return 404; }}
    }}
}}
"""


class Request(NamedTuple):
    """A line of the access log."""

    method: str
    path: str
    """As it was asked for, with what follows a question mark."""
    range: str
    """The header, such as ``bytes=0-99``; empty without one."""
    status: int
    sent: int
    """Bytes of the body, without the headers."""
    connection: int
    """Requests of one connection have the same number."""
    tls: bool
    whole: bool
    """False if the client went away before all was sent."""


class Nginx:
    """nginx over a folder, by http and https.

    Below `url` and `tls_url` lie ``/files/`` (ranges, ETag), the same files as ``/noranges/``, ``/noetag/``,
    ``/zipped/`` (gzip for who accepts it), ``/private/`` (`USER` and `PASSWORD`) and ``/list/`` (listed in HTML);
    ``/redirect/NAME`` and ``/redirect-301/NAME`` and others of `REDIRECTS` lead to ``/files/NAME``; ``/far/…`` leads
    elsewhere (``port/PORT/PATH``, ``plain/NAME``, ``tls/NAME``, ``localhost/NAME``, ``ftp/…``, ``file/…``,
    ``metadata/``, ``loop/``, ``nowhere``); ``/status/CODE/`` answers with one of `CODES`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        names: tuple[str, ...] = (LOOPBACK, "localhost"),
        days: int = 1,
        address: str = LOOPBACK,
    ) -> None:
        """The names and days (negative: expired) are those of the certificate. Raises `Missing` without nginx."""
        self.folder = folder.resolve()
        self._names, self._days, self._address = names, days, address
        self._program = find_program("nginx")

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as starting:
            home = Path(starting.enter_context(tempfile.TemporaryDirectory(prefix="nginx-")))
            certificate = make_certificate(home, self._names, self._days)
            (home / "users").write_text(f"{USER}:{{PLAIN}}{PASSWORD}\n", encoding="ascii")
            self._log, self.authority = home / "access.log", certificate.authority
            with free_ports(2, self._address) as (self.port, self.tls_port):
                config = _CONFIG.format(
                    home=home,
                    folder=self.folder,
                    address=self._address,
                    plain=self.port,
                    tls=self.tls_port,
                    certificate=certificate,
                    redirects=_lines("location ~ ^/redirect-{0}/(.*)$ {{ return {0} /files/$1; }}", REDIRECTS),
                    statuses=_lines("location /status/{0}/ {{ add_header Retry-After 1 always; return {0}; }}", CODES),
                )
                (home / "nginx.conf").write_text(config, encoding="utf-8")
                command = [self._program, "-p", str(home), "-e", "stderr", "-c", str(home / "nginx.conf")]
                program = Program(command, [self.port, self.tls_port], home / "said.log", address=self._address)
            starting.callback(program.end)
            self.pid = program.pid
            self._ending = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    @property
    def url(self) -> str:
        """``http://127.0.0.1:PORT``, without a slash at its end."""
        return f"http://{self._address}:{self.port}"

    @property
    def tls_url(self) -> str:
        """``https://127.0.0.1:PORT``; `authority` is the file of PEM to trust."""
        return f"https://{self._address}:{self.tls_port}"

    def requests(self) -> list[Request]:
        """What was asked for so far, in the order in which it was answered.

        All that clients have had the last byte of is in it; of what they cut off, what nginx has noticed.
        """
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{self.url}/-/settled") as settled:
            settled.read()
        lines = map(json.loads, self._log.read_text(encoding="utf-8").splitlines())
        return [Request(**{**line, "tls": line["tls"] == "on", "whole": line["whole"] == "OK"}) for line in lines]

    def forget(self) -> None:
        """Begin the list of requests anew."""
        self.requests()
        self._log.write_bytes(b"")  # nginx appends


def _lines(line: str, codes: tuple[int, ...]) -> str:
    return "\n".join(8 * " " + line.format(code) for code in codes)
