"""The check of a written card: findings and right values.

Pure; knows no language and opens no file.
"""
