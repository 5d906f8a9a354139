// 把 "1h30m" 这样的时长换算成秒
const units = { d: 86400, h: 3600, m: 60, s: 1 };

exports.parse = (text) => {
  let total = 0;
  for (const [, n, unit] of text.matchAll(/(\d+(?:\.\d+)?)([dhms])/g)) total += Number(n) * units[unit];
  return total;
};
