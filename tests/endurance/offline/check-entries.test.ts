import { expect, test } from 'vitest';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { checkEntries } from './check-entries.ts';

const comment = (text: string) => ({ kind: 'comment', text }) as const;
const entry = (body: string, createdBy = 'mei') => ({ kind: 'comment', body, createdBy }) as TimelineEvent;
const given = [comment('a'), comment('b'), comment('c')];

test.each([
  ['all is well, beside another person’s', ['a', 'b', 'c'], []],
  ['one is lost', ['a', 'c'], ['comment b: given 1 times, there 0 times']],
  ['one is doubled', ['a', 'b', 'b', 'c'], ['comment b: given 1 times, there 2 times']],
  ['two are exchanged', ['a', 'c', 'b'], ['comment c is in the place of comment b (change 2 of 3)']],
  ['one was never given', ['a', 'b', 'c', 'd'], ['comment d: given 0 times, there 1 times']],
])('%s', (_, there, found) => {
  const others = [entry('z', 'diego')];
  expect(checkEntries(given, [...others, ...there.map((body) => entry(body)), ...others], 'mei')).toEqual(
    found,
  );
});
