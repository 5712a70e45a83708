"""Google's and Azure's stores and the hub, as emulators and a small server of ours speak for them: ``make stores``."""
