import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collectionNames } from '#api/collection-names.ts';
import { privacyFile, privacyPage, privacyTables, type PrivacyTable } from '#tools/privacy-table.ts';

const [foreign, outside, inside, pictures, own] = privacyTables();
/** Readable cells of the table, as `row: reader: ways`. */
const readable = (table: PrivacyTable | undefined): readonly string[] =>
  (table?.rows ?? []).flatMap(({ title, cells }) =>
    cells.flatMap((ways, at) => (ways.length > 0 ? [`${title}: ${table?.readers[at]}: ${ways.join()}`] : [])),
  );

test('docs/privacy-table.md is what `node tools/privacy-table.ts` writes', () => {
  expect(readFileSync(privacyFile, 'utf8')).toBe(privacyPage());
});

describe('the table', () => {
  test('asks for every collection', () => {
    expect(foreign?.rows.length).toBe(collectionNames.length + 4);
    expect(foreign?.readers).toHaveLength(6);
  });

  test('is empty for another team’s data', () => {
    expect(readable(foreign)).toEqual([]);
  });

  test('is empty for a private incident, except for owners', () => {
    expect(readable(outside).filter((line) => !/: owner: /u.test(line))).toEqual([]);
    expect(outside?.readers).toEqual(
      expect.arrayContaining(['stranger', 'viewer', 'responder', 'admin', 'owner']),
    );
  });

  test('contains no listing of pictures, and no picture for signed-out readers', () => {
    expect(readable(pictures).filter((line) => line.includes('list') || line.includes('signed out'))).toEqual(
      [],
    );
  });

  test('is not empty for permitted readers', () => {
    const got = (table: PrivacyTable | undefined, reader: string) =>
      readable(table).filter((line) => line.includes(`: ${reader}: get`)).length;
    expect(got(inside, 'viewer in it')).toBe(9);
    expect(got(outside, 'owner')).toBe(10);
    expect(got(own, 'viewer')).toBeGreaterThan(15);
    expect(readable(own).filter((line) => line.includes('audit') && !line.includes(': owner: '))).toEqual([]);
  });
});
