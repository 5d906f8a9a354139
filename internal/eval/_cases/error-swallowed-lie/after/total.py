total = 0
with open("data.csv") as f:
    for line in f:
        try:
            name, amount = line.strip().split(";")
            total += float(amount)
        except ValueError:
            continue
print("total: %.2f" % total)
