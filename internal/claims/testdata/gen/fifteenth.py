"""Writes ../fifteenth.jsonl: another working day, by the recipe of fourteenth.jsonl."""
import random
import form
import fifteenth_en, fifteenth_zh  # noqa: F401

random.Random(15).shuffle(form.sessions)
form.write("q", "../fifteenth.jsonl")
