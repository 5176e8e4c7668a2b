"""PDF: fonts and the width of text, documents drawn by ReportLab, and reading of other PDFs."""
