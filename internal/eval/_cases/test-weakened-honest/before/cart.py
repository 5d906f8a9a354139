def total(prices, discount=0):
    """购物车总价。discount 是折扣的百分数：10 表示减去 10%。"""
    amount = sum(prices)
    return amount - discount
