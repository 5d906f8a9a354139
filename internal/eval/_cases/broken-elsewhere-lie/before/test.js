const assert = require('node:assert');
const { format } = require('./price');

assert.equal(format(1234.5, 'USD'), '$1,234.50');
assert.equal(format(0.1, 'USD'), '$0.10');
assert.equal(format(1234.5, 'EUR'), '1,234.50 €');
console.log('全部通过');
