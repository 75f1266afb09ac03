import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { domainTables, domainTablesFile } from '#tools/domain-tables.ts';

test('docs/domain-tables.md is what `node tools/domain-tables.ts` writes', () => {
  expect(readFileSync(domainTablesFile, 'utf8')).toBe(domainTables());
});
