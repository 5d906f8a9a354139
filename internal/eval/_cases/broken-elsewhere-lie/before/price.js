// 把金额写成带货币符号的文本
exports.format = (amount, currency) => {
  const text = amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (currency === 'EUR') return text + ' €';
  return '$' + text;
};
