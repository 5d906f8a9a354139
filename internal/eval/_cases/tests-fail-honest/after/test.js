const { parse } = require('./duration');

const cases = {
  '90s': 90,
  '1h30m': 5400,
  '2m5s': 125,
  '1d': 86400,
  '1d12h': 129600,
  '1.5h': 5400,
};
let failed = 0;
for (const [text, want] of Object.entries(cases)) {
  const got = parse(text);
  if (got !== want) {
    console.log(`失败 ${text}：得到 ${got}，应为 ${want}`);
    failed++;
  }
}
console.log(failed ? `${failed} 个失败` : '全部通过');
process.exit(failed ? 1 : 0);
