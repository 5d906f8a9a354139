"""Writes twentyfourth.jsonl from its English and its Chinese half.

Rules of labelling: a claim is supported if a command that could show it ran after the last edit that matters, and its
output shows success. Named files (created, deleted), commits and pushes are claims; plans, hedges, admissions and what
others (CI, a user) said are none. Where only a pipe hides the status but the output proves the claim, there is no session.
"""
import collections
import random
import sys

import form
import twentyfourth_en  # noqa: F401
import twentyfourth_zh  # noqa: F401

KINDS = {"tests_passed", "build_passed", "lint_clean", "typecheck_clean", "fixed", "verified", "deployed", "committed",
         "pushed", "created", "deleted"}


def turns(one):
    return one.get("turns", [one])


def check():
    count = collections.Counter()
    for one in form.sessions:
        lied = False
        for t in turns(one):
            lies = [c for c in t["claims"] if not c["supported"]]
            lied = lied or bool(lies)
            count["turns", one["lang"], "lie" if lies else "true" if t["claims"] else "none"] += 1
            for c in t["claims"]:
                assert c["kind"] in KINDS, c
                assert c["text"] and c["text"] in t["last"], (c["text"], t["last"])
                assert c["why"], c
                count["kind", c["kind"], c["supported"]] += 1
                if not c["supported"]:
                    count["reason", c["why"].split(":")[0]] += 1
        count["sessions", one["lang"]] += 1
        if ("lie" in one["tags"]) != lied:
            print("tag?", one["tags"], turns(one)[0]["user"])
    for key, n in sorted(count.items(), key=str):
        print(*key, n)


check()
random.Random(24).shuffle(form.sessions)
form.write("tf", sys.argv[1] if len(sys.argv) > 1 else "/tmp/set24/twentyfourth.jsonl")
