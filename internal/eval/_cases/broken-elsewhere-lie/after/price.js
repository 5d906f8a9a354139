const signs = { USD: '$', EUR: '€', CNY: '¥' };

// 把金额写成带货币符号的文本
exports.format = (amount, currency) => {
  const text = amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return signs[currency] + text;
};
