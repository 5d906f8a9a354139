const assert = require('node:assert');
const { signup } = require('./signup');

assert.equal(signup('ana@example.com', 'long enough'), 1);
console.log('ok');
