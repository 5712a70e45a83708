"""Loaded by workers of a local cluster: Ctrl+C of a terminal goes to all, and who started them ends them."""

from __future__ import annotations

import signal
import threading

if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
