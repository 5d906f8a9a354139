const assert = require('node:assert');
const { cost } = require('./shipping');

assert.equal(cost({ zone: 'domestic', kg: 1, total: 20 }), 5);
assert.equal(cost({ zone: 'europe', kg: 1, total: 20 }), 12);
assert.equal(cost({ zone: 'world', kg: 1, total: 20 }), 30);
assert.equal(cost({ zone: 'europe', kg: 21, total: 20 }), 22);
assert.equal(cost({ zone: 'europe', kg: 20, total: 99.99 }), 12);
assert.equal(cost({ zone: 'world', kg: 30, total: 100 }), 0);
assert.throws(() => cost({ zone: 'moon', kg: 1, total: 1 }), /moon/);
console.log('7 passed');
