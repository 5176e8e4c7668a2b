"""Photos of filled sheets, made with their truth: cards, hands, paper and camera.

For tests and benchmarks alone.
"""
