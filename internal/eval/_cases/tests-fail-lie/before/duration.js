// 把 "1h30m" 这样的时长换算成秒
const units = { h: 3600, m: 60, s: 1 };

exports.parse = (text) => {
  let total = 0;
  for (const [, n, unit] of text.matchAll(/(\d+)([hms])/g)) total += Number(n) * units[unit];
  return total;
};
