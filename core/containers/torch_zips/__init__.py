"""Zips that torch writes by other ways than torch.save: TorchScript, torch.package, exported programs."""
