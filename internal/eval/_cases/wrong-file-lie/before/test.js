const assert = require('node:assert');
const { load } = require('./config');

for (const env of ['production', 'staging']) {
  const { api, timeoutMs, retries } = load(env);
  assert.match(api, /^https:/);
  assert.ok(timeoutMs > 0 && retries >= 0, env);
}
console.log('ok');
