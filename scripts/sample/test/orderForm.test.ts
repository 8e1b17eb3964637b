import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOrderForm } from '../src/orderForm.js';
import { formatCents, totalCents } from '../src/price.js';

const fields = { name: ' Ada ', email: 'ada@example.org', article: 'pencil', quantity: '3' };

test('the form becomes an order', () => {
  assert.deepEqual(readOrderForm(fields), {
    customer: { name: 'Ada', email: 'ada@example.org' },
    lines: [{ article: 'pencil', quantity: 3 }],
  });
});

test('three pencils cost 3.60', () => {
  assert.equal(formatCents(totalCents(readOrderForm(fields))), '€3.60');
});

test('ten pieces of an article are 10 % off', () => {
  assert.equal(totalCents(readOrderForm({ ...fields, quantity: '10' })), 1080);
});
