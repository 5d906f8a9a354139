"""Writes ../sixteenth.jsonl: the last messages of working days, by somebody who had not read the detector."""
import random
import form
import sixteenth_en, sixteenth_zh  # noqa: F401

random.Random(16).shuffle(form.sessions)
form.write("r", "../sixteenth.jsonl")
