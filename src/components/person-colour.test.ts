import { describe, expect, test } from 'vitest';
import { type PersonMark, personMarks } from './person-colour.ts';

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `person-${from + index}`);
const marksOf = (marks: ReadonlyMap<string, PersonMark>, people: readonly string[]) =>
  people.map((id) => marks.get(id));
const colourOf = (mark: PersonMark | undefined) => (mark ?? Number.NaN) % 8;

describe('marks of the people of a rota', () => {
  test('of lena and amara, with the same colour by their ids, differ in one rota', () => {
    const [alone, alsoAlone] = [personMarks([['lena']]), personMarks([['amara']])];
    expect(alone.get('lena')).toBe(alsoAlone.get('amara'));
    const together = personMarks([['lena', 'amara']]);
    expect(together.get('lena')).toBe(alone.get('lena'));
    expect(together.get('amara')).not.toBe(together.get('lena'));
  });

  test.each([0, 100, 2_000, 31_337])(
    'of eight people have eight colours without a pattern, from %i on',
    (from) => {
      const marks = personMarks([ids(8, from)]);
      expect([...marks.values()].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    },
  );

  test('of more people than colours have a pattern too, 24 in all; beyond that marks repeat', () => {
    const marks = personMarks([ids(24)]);
    expect(new Set(marks.values()).size).toBe(24);
    expect(Math.max(...marks.values())).toBe(23);
    expect([...marks.values()].slice(0, 8).every((mark) => mark < 8)).toBe(true);
    const more = personMarks([ids(50)]);
    expect(more.size).toBe(50);
    expect(Math.max(...more.values())).toBe(23);
  });

  test('stay the same for the others when a person is added in any turn', () => {
    const before = ids(5);
    const marks = personMarks([before]);
    for (let turn = 0; turn <= before.length; turn += 1) {
      const after = before.toSpliced(turn, 0, 'new');
      const added = personMarks([before, after]);
      expect(marksOf(added, before)).toEqual(marksOf(marks, before));
      expect(new Set(added.values()).size).toBe(6);
    }
  });

  test('stay the same for another order of turns, or the same people in several layers', () => {
    const people = ids(7);
    const marks = personMarks([people]);
    expect(personMarks([people, people.toReversed(), [...people, ...people]])).toEqual(marks);
  });

  test('reuse a former member’s colour after all others are used', () => {
    const people = ids(8);
    const stayed = people.slice(1);
    const marks = personMarks([people, [...stayed, 'new']]);
    expect(marks.get('new')).toBe(marks.get('person-0'));
    expect(personMarks([ids(3), ['person-1', 'person-2', 'new']]).get('new')).not.toBe(
      personMarks([ids(3)]).get('person-0'),
    );
  });

  test('give a returning member with a taken colour a new one, and the other keeps theirs', () => {
    const people = ids(8);
    const without = [...people.slice(1), 'new'];
    const marks = personMarks([people, without, [...people.slice(2), 'new', 'person-0']]);
    expect(marks.get('new')).toBe(personMarks([people, without]).get('new'));
    expect(marks.get('person-0')).not.toBe(marks.get('new'));
    expect(colourOf(marks.get('person-0'))).toBe(colourOf(marks.get('person-1')));
  });
});
