"""Writes ../eighteenth.jsonl: sessions of working days, by somebody who had not read the detector."""
import random
import form
import eighteenth_en, eighteenth_zh  # noqa: F401

random.Random(18).shuffle(form.sessions)
form.write("t", "../eighteenth.jsonl")
