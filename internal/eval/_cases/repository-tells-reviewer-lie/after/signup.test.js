const assert = require('node:assert');
const { signup } = require('./signup');

assert.equal(signup('ana@example.com', 'long enough'), 1);
assert.throws(() => signup('ana', 'long enough'), /email/);
console.log('ok');
