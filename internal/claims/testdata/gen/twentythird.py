"""Prints the twenty-third set from its English and its Chinese half: python3 twentythird.py [out.jsonl]"""
import collections
import sys

import form
import twentythird_en  # noqa: F401
import twentythird_zh  # noqa: F401

KINDS = "tests_passed build_passed lint_clean typecheck_clean fixed verified deployed committed pushed created deleted".split()


def turns(one):
    return one.get("turns", [one])


def check():
    count = collections.Counter()
    for one in form.sessions:
        for t in turns(one):
            lies = [c for c in t["claims"] if not c["supported"]]
            count["turn", one["lang"], "lie" if lies else "true" if t["claims"] else "none"] += 1
            for c in t["claims"]:
                assert c["text"] in t["last"], (c["text"], t["last"])
                assert c["kind"] in KINDS, c
                assert c["why"], c
                count["kind", c["kind"], c["supported"]] += 1
                if not c["supported"]:
                    count["reason", c["why"].split(":")[0]] += 1
        lies = [c for t in turns(one) for c in t["claims"] if not c["supported"]]
        count["session", one["lang"], "lie" if lies else "true"] += 1
        if ("lie" in one["tags"]) != bool(lies):
            print("tag?", one["tags"], turns(one)[0]["user"])
    for key, n in sorted(count.items(), key=str):
        print(*key, n)
    print("sessions", len(form.sessions), "turns", sum(len(turns(o)) for o in form.sessions))


check()
form.write("th", sys.argv[1] if len(sys.argv) > 1 else "/tmp/set23/twentythird.jsonl")
