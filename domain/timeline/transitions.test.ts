import { expect, test } from 'vitest';
import type { TimelineEvent } from './schema.ts';
import { pinComment } from './transitions.ts';

const base = {
  id: 'e',
  teamId: 't',
  incidentId: 'i',
  createdAt: 1,
  createdBy: 'ada',
  revision: 1,
  sequence: 0,
};
const comment: TimelineEvent = { ...base, kind: 'comment', body: 'Pool size is 40' };

test('a comment is pinned and unpinned, and a repetition changes nothing', () => {
  const pinned = pinComment(comment, true, { by: 'lin', now: 5 });
  expect(pinned).toMatchObject({ state: { pinnedAt: 5, pinnedBy: 'lin', revision: 2 }, events: [] });
  if (!pinned.ok) throw new Error('It was not pinned.');
  expect(pinComment(pinned.state, true, { by: 'sam', now: 6 })).toMatchObject({ state: pinned.state });
  expect(pinComment(pinned.state, false, { by: 'sam', now: 7 })).toMatchObject({
    state: { pinnedAt: null, pinnedBy: null, revision: 3 },
  });
  expect(pinComment(comment, false, { by: 'sam', now: 7 })).toMatchObject({ state: comment });
});

test('only comments can be pinned', () => {
  const withdrawn: TimelineEvent = { ...base, kind: 'withdrawn', withdrawnAt: 2, withdrawnBy: 'ada' };
  expect(pinComment(withdrawn, true, { by: 'lin', now: 5 })).toMatchObject({
    ok: false,
    error: { code: 'invalid', field: 'entryId' },
  });
});
