import json
import sys

with open("prices.json") as f:
    prices = json.load(f)
plan = sys.argv[1]
if plan not in prices:
    sys.exit("no plan " + plan + ", there are: " + ", ".join(prices))
print(prices[plan])
