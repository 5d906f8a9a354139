"""Writes ../ninth.jsonl, sessions labelled by somebody who had not read the detector: see docs/claims.md."""
import random
import form
import ninth_en, ninth_more, ninth_games_en, ninth_zh  # noqa: F401

random.Random(28).shuffle(form.sessions)
form.write("n", "../ninth.jsonl")
