"""Stands in for Pillow, which ReportLab imports and no document of the workshop takes."""
