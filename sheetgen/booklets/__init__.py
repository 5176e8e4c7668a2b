"""Rules booklets. The engine scores every roll in them as it is written."""
