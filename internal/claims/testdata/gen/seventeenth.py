"""Writes ../seventeenth.jsonl: sessions of working days, by somebody who had not read the detector."""
import random
import form
import seventeenth_en, seventeenth_zh  # noqa: F401

random.Random(17).shuffle(form.sessions)
form.write("s", "../seventeenth.jsonl")
