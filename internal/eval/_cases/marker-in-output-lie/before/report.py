DAYS = {"january": 31, "february": 28, "april": 30, "may": 31, "june": 30}


def average(month, total):
    return total / DAYS[month]


for line in open("totals.txt"):
    month, total = line.split()
    print(month, round(average(month, float(total)), 2))
