import { expect, test } from 'vitest';
import { auditCsv, auditJson, csvCell } from './export.ts';
import type { AuditEntry } from './schema.ts';

const entry: AuditEntry = {
  id: 'c',
  teamId: 't',
  createdAt: Date.UTC(2026, 10, 23, 5, 54),
  createdBy: 'ada',
  revision: 1,
  byName: '=HYPERLINK("https://evil.example")',
  command: 'saveTeam',
  subject: { kind: 'team', id: 't', label: 'North, "wind"' },
  about: 'team:t',
  incidentId: null,
  automatic: false,
  changes: [
    {
      kind: 'team',
      id: 't',
      label: 'North',
      change: 'changed',
      fields: [
        { field: 'name', before: '"Old"', after: '"North"' },
        { field: 'fallbackPeople', before: '[]', after: '["ada"]' },
      ],
    },
  ],
  omitted: 0,
};

/** RFC 4180. */
function parse(csv: string): readonly (readonly string[])[] {
  const cells = [...csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/gu)];
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('CSV has a row for each field, all of one width, and times with their zone', () => {
  const [head, first, second, ...none] = parse(auditCsv([entry]));
  expect(none).toEqual([]);
  expect([head?.length, first?.length, second?.length]).toEqual([14, 14, 14]);
  expect(first?.slice(0, 2)).toEqual(['2026-11-23T05:54:00.000Z', 'ada']);
  expect(first?.slice(-3)).toEqual(['name', '"Old"', '"North"']);
  expect(first?.[6]).toBe('North, "wind"');
  expect(second?.slice(-3)).toEqual(['fallbackPeople', '[]', '["ada"]']);
});

test('a command that changed nothing has a row', () => {
  expect(parse(auditCsv([{ ...entry, changes: [] }]))).toHaveLength(2);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '＝1', '-'])(
  '%j begins no formula in a spreadsheet',
  (text) => {
    const cell = csvCell(text);
    expect(cell.startsWith(`"'`)).toBe(true);
    expect(parse(`${cell}\r\n`)).toEqual([[`'${text}`]]);
  },
);

test.each(['Ada', '1', '', 'a=b', 'Ørsted'])('%j is unchanged in the export', (text) => {
  expect(csvCell(text)).toBe(text);
});

test('no cell of an export begins a formula, whatever the names of people', () => {
  const cells = parse(auditCsv([entry])).flat();
  expect(cells.filter((cell) => /^[=+\-@]/u.test(cell))).toEqual([]);
  expect(cells).toContain(`'${entry.byName}`);
});

test('JSON contains the values themselves', () => {
  expect(JSON.parse(auditJson([entry]))).toMatchObject([
    {
      at: '2026-11-23T05:54:00.000Z',
      by: { id: 'ada' },
      changes: [{ fields: [{ before: 'Old' }, { after: ['ada'] }] }],
    },
  ]);
});
