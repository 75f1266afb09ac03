import { beforeEach, expect, test } from 'vitest';
import { forgetSeenEntries, keepSeenEntry, seenEntry } from './seen-entries.ts';

beforeEach(() => localStorage.clear());

const entry = (createdAt: number, sequence = 0) => ({ id: `e${createdAt}`, createdAt, sequence });
const stored = 'muster.seen.lin.one';

test('a place is stored for each person, team and incident, and never moves back', () => {
  keepSeenEntry('lin', 'one', 'i1', entry(5));
  keepSeenEntry('lin', 'one', 'i1', entry(3));
  keepSeenEntry('lin', 'one', 'i2', entry(1));
  expect(seenEntry('lin', 'one', 'i1')).toEqual(entry(5));
  expect(seenEntry('lin', 'one', 'i2')).toEqual(entry(1));
  expect(seenEntry('lin', 'two', 'i1')).toBeNull();
  expect(seenEntry('sam', 'one', 'i1')).toBeNull();
  keepSeenEntry('lin', 'one', 'i1', entry(5, 1));
  expect(seenEntry('lin', 'one', 'i1')?.sequence).toBe(1);
  forgetSeenEntries('lin', 'one');
  expect(seenEntry('lin', 'one', 'i1')).toBeNull();
});

test('the 200 rooms seen last are stored', () => {
  for (let room = 0; room < 200; room++) keepSeenEntry('lin', 'one', `i${room}`, entry(room));
  keepSeenEntry('lin', 'one', 'i0', entry(500));
  keepSeenEntry('lin', 'one', 'new', entry(501));
  expect(seenEntry('lin', 'one', 'i1')).toBeNull();
  expect(['i0', 'i2', 'new'].map((room) => seenEntry('lin', 'one', room)?.createdAt)).toEqual([500, 2, 501]);
});

test('a damaged record counts as none', () => {
  for (const damaged of ['{', '{}', '[["i1"]]', '[["i1",null,0,"e"]]', 'null']) {
    localStorage.setItem(stored, damaged);
    expect(seenEntry('lin', 'one', 'i1')).toBeNull();
    keepSeenEntry('lin', 'one', 'i1', entry(5));
    expect(seenEntry('lin', 'one', 'i1')).toEqual(entry(5));
  }
});
