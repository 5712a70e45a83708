; The installer for Windows, for Inno Setup 6: `python -m installer.app` there makes dist\pthfinder, then
; `iscc installer\windows\pthfinder.iss` makes dist\pthfinder-setup.exe. Written and not tried: see docs/packaging.md.
[Setup]
AppName=Pthfinder
AppVersion=0.1.0
DefaultDirName={autopf}\Pthfinder
PrivilegesRequired=lowest
ChangesAssociations=yes
ChangesEnvironment=yes
OutputDir=..\..\dist
OutputBaseFilename=pthfinder-setup
LicenseFile=..\..\LICENSE
UninstallDisplayIcon={app}\pthfinderw.exe

[Files]
Source: "..\..\dist\pthfinder\*"; DestDir: "{app}"; Flags: recursesubdirs

[Icons]
Name: "{autoprograms}\Pthfinder"; Filename: "{app}\pthfinderw.exe"

[Registry]
; What opens the files; Windows lets the user choose it under "Open with", and takes nothing from another program.
Root: HKA; Subkey: "Software\Classes\Pthfinder.Checkpoint"; ValueType: string; ValueData: "PyTorch checkpoint"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Pthfinder.Checkpoint\DefaultIcon"; ValueType: string; ValueData: "{app}\pthfinderw.exe,0"
Root: HKA; Subkey: "Software\Classes\Pthfinder.Checkpoint\shell\open\command"; ValueType: string; ValueData: """{app}\pthfinderw.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.pth\OpenWithProgids"; ValueType: string; ValueName: "Pthfinder.Checkpoint"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.pt\OpenWithProgids"; ValueType: string; ValueName: "Pthfinder.Checkpoint"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.ckpt\OpenWithProgids"; ValueType: string; ValueName: "Pthfinder.Checkpoint"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.safetensors\OpenWithProgids"; ValueType: string; ValueName: "Pthfinder.Checkpoint"; Flags: uninsdeletevalue
