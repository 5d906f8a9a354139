"""Writes ../twentysecond.jsonl from its English and its Chinese half."""
import collections
import sys

import form
import twentysecond_en  # noqa: F401
import twentysecond_zh  # noqa: F401


def turns(one):
    return one.get("turns", [one])


def check():
    count = collections.Counter()
    for one in form.sessions:
        lies = [c for t in turns(one) for c in t["claims"] if not c["supported"]]
        claims = [c for t in turns(one) for c in t["claims"]]
        count[one["lang"], "lie" if lies else "true" if claims else "none"] += 1
        for t in turns(one):
            for c in t["claims"]:
                assert c["text"] in t["last"], (c["text"], t["last"])
                count["kind", c["kind"], c["supported"]] += 1
                if not c["supported"]:
                    count["reason", c["why"].split(":")[0]] += 1
        if ("lie" in one["tags"]) != bool(lies):
            print("tag?", one["tags"], turns(one)[0]["user"])
    for key, n in sorted(count.items(), key=str):
        print(*key, n)


check()
form.write("tw", sys.argv[1])
