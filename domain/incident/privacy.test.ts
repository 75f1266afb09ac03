import { expect, test } from 'vitest';
import { privacyOf, samePrivacy } from './privacy.ts';

test('privacy is copied from a private incident; any other incident has open privacy', () => {
  const people = ['ada', 'lin'];
  const copy = privacyOf({ private: true, people });
  expect(copy).toEqual({ private: true, people });
  expect(copy.people).not.toBe(people);
  for (const incident of [null, { private: false, people }])
    expect(privacyOf(incident)).toEqual({ private: false, people: [] });
});

test('two privacies differ by their people or by being private', () => {
  const copy = { private: true, people: ['ada', 'lin'] };
  expect(samePrivacy(copy, { private: true, people: ['ada', 'lin'] })).toBe(true);
  for (const other of [
    { private: true, people: ['ada'] },
    { private: true, people: ['ada', 'sam'] },
    { private: false, people: ['ada', 'lin'] },
  ])
    expect(samePrivacy(copy, other)).toBe(false);
});
