/** Query operators on the difficult values: a missing field, null, NaN, values of another type. */
import { expect } from 'vitest';
import { type FilterOp, query, where } from '#ports/docs/query.ts';
import { type DocValue, Timestamp, type WriteData } from '#ports/docs/values.ts';
import type { Scenario } from '../harness.ts';
import { ids, setWrite } from './help.ts';

/** Documents by the value of their field `v`. */
const stored: Readonly<Record<string, WriteData>> = {
  missing: { other: 1 },
  null: { v: null },
  nan: { v: NaN },
  zero: { v: 0 },
  one: { v: 1 },
  text: { v: '1' },
  yes: { v: true },
  time: { v: new Timestamp(1, 0) },
  list: { v: [1] },
  listOfNull: { v: [null] },
  listOfNaN: { v: [NaN] },
  map: { v: { v: 1 } },
};

const allBut = (...names: readonly string[]) => Object.keys(stored).filter((name) => !names.includes(name));

const table: Readonly<Record<FilterOp, readonly (readonly [operand: DocValue, found: readonly string[]])[]>> =
  {
    '==': [
      [1, ['one']],
      [-0, ['zero']],
      ['1', ['text']],
      [null, ['null']],
      [NaN, ['nan']],
      [[1], ['list']],
      [{ v: 1 }, ['map']],
      [2, []],
    ],
    '!=': [
      [1, allBut('missing', 'null', 'one')],
      ['none', allBut('missing', 'null')],
      [null, allBut('missing', 'null')],
      [NaN, allBut('missing', 'null', 'nan')],
    ],
    '<': [
      [1, ['zero']],
      ['2', ['text']],
      [true, []],
      [new Timestamp(2, 0), ['time']],
    ],
    '<=': [
      [1, ['zero', 'one']],
      ['1', ['text']],
      [true, ['yes']],
    ],
    '>': [
      [0, ['one']],
      ['', ['text']],
      [false, ['yes']],
      [[0], ['list']],
    ],
    '>=': [
      [0, ['zero', 'one']],
      ['1', ['text']],
      [{ v: 1 }, ['map']],
    ],
    in: [
      [
        [1, '1', 2],
        ['one', 'text'],
      ],
      [[null, NaN], []],
      [
        [[1], 0],
        ['zero', 'list'],
      ],
    ],
    'not-in': [
      [[1, '1'], allBut('missing', 'null', 'one', 'text')],
      [[NaN], allBut('missing', 'null', 'nan')],
      [[[1]], allBut('missing', 'null', 'list')],
      [[1, null], []],
    ],
    'array-contains': [
      [1, ['list']],
      ['1', []],
      [[1], []],
      [null, []],
      [NaN, []],
    ],
    'array-contains-any': [
      [[1, '1'], ['list']],
      [[null, NaN], []],
    ],
  };

export function operatorScenarios(scenario: Scenario): void {
  for (const [op, rows] of Object.entries(table) as [FilterOp, (typeof table)[FilterOp]][])
    scenario(`“${op}” handles a missing field, null, NaN and other types`, async (scene) => {
      await scene.server.docs.batch(Object.entries(stored).map(([id, data]) => setWrite(`rows/${id}`, data)));
      const { docs } = await scene.connect();
      const found = [];
      for (const [operand] of rows)
        found.push(ids(await docs.find(query('rows', where('v', op, operand)))).toSorted());
      expect(found).toEqual(rows.map(([, names]) => names.toSorted()));
    });
}
