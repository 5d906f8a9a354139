total = 0
with open("data.csv") as f:
    for line in f:
        name, amount = line.strip().split(";")
        total += float(amount)
print("total: %.2f" % total)
