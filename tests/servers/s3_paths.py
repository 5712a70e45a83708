"""What only the S3 of the tests is asked: by whoever starts it, who need not import it for that."""

from __future__ import annotations

FAIL = "/-/fail"
"""A POST here with JSON: the next `times` requests of this `operation` are answered with `status` and `code`."""
RESET = "/moto-api/reset"
"""A POST here, which moto answers: nothing is there and nothing fails any more."""
