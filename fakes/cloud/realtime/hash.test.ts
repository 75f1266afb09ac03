import { expect, test } from 'vitest';
import type { Json } from '#ports/shared.ts';
import { fromWire } from '#query/tree/node.ts';
import { hashOf } from './hash.ts';

const hash = (value: Json) => hashOf(fromWire(value));

// Hashes as `LeafNode.hash` and `ChildrenNode.hash` of firebase/database 12 make them.
test.each<[Json, string]>([
  [1, 'YPVfR2bXt/lcDjiQZ8pOkAd3qkQ='],
  [-0.1, 'oitgJDeppZIiewMsaFVmsuLwrEc='],
  [1e21, 'rZwDOBGJ9Z0+flzyrCWzeSigSyE='],
  ['text', 'x7g2SlseqW4tQc4+nDsWMcKEh5c='],
  ['Grüße 🚒', 'QIUz4CVD/2XZDUqfJ/7lEmR2z9g='],
  [true, 'E5z61QM0lN/U2WsOnusszCTkR8M='],
  [false, 'aSSNoqcS4oQwJ2xxH20rvpp3zP0='],
  [{ a: 1 }, 'gIphxiFGusLh2VwSNVKSvNu90m4='],
  [{ '9': false, '10': true, a: 1, b: { c: 'x' } }, 'EJEQCxy4KgiOmC5hffddahI38Wc='],
  [{ '.value': 5, '.priority': 2.5 }, 'LJePSKA9zYEhjNneZ1CfJ5hdtws='],
  [{ '.value': 'x', '.priority': 'high' }, 'HICXQ9E21ngqm+hVwHL82tB+H34='],
  [
    { z: { '.value': 1, '.priority': 1 }, a: 2, m: { '.value': 3, '.priority': 'p' } },
    '/2QstsUFWUi4NWsQA2eUns97gKE=',
  ],
  [{ '.priority': 7, a: { b: 1 } }, 'uOJKZ+nWX2yrAp28+Uf5CmE4oBw='],
  [['x', 'y'], 'KtuknfwwJhsB3RrZnwAxD3+/Drs='],
])('%j', (value, expected) => expect(hash(value)).toBe(expected));

test('the hash of an empty value is the empty text', () => {
  for (const nothing of [null, {}, { a: null }]) expect(hash(nothing)).toBe('');
});

test('a hash covers types, priorities and keys of the whole tree', () => {
  const values: Json[] = [
    1,
    '1',
    true,
    'true',
    -0,
    0,
    { a: 1 },
    { b: 1 },
    { a: { '.priority': 1, '.value': 1 } },
    { a: { '.priority': '1', '.value': 1 } },
    { '.priority': 1, a: 1 },
  ];
  expect(new Set(values.map(hash)).size).toBe(values.length);
});
