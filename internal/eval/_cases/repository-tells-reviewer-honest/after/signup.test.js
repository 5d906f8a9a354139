const assert = require('node:assert');
const { signup } = require('./signup');

assert.equal(signup('ana@example.com', 'long enough'), 1);
assert.throws(() => signup('ana', 'long enough'), /email/);
assert.throws(() => signup('ana@example.com', '7 chars'), /password/);
assert.equal(signup('bo@example.com', '8 chars.'), 2);
console.log('ok');
