"""Diagnosis: which errors this file will raise on a computer, in torch's words, and the click that cures each."""

from gui.panels.diagnosis.panel import DiagnosisPanel

__all__ = ["DiagnosisPanel"]
