"""Files and folders: reading and writing within limits, and the installation."""
