const assert = require('node:assert');
const { parse } = require('./query');

const test = (name, run) => { run(); console.log('ok', name); };

test('names and values', () => {
  assert.deepEqual(parse('a=1&b=x%20y'), { a: '1', b: 'x y' });
});
test('nothing', () => {
  assert.deepEqual(parse(''), {});
});
