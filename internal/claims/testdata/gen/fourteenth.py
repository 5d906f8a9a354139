"""Writes ../fourteenth.jsonl: a working day with Claude Code, labelled by somebody who had not read the detector."""
import random
import form
import fourteenth_en, fourteenth_zh  # noqa: F401

random.Random(14).shuffle(form.sessions)
form.write("p", "../fourteenth.jsonl")
