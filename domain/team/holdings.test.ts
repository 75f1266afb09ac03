import { expect, test } from 'vitest';
import type { DisclosedText } from '../disclosed.ts';
import { teamRoles } from './schema.ts';
import {
  type Holding,
  type HoldingKindName,
  holdingRules,
  holdingSentence,
  isLost,
  mayTakeOver,
} from './holdings.ts';

const each: Readonly<Record<HoldingKindName, readonly [Holding, string]>> = {
  role: [{ kind: 'role', role: 'commander', number: 7 }, 'Commander of #7'],
  offer: [{ kind: 'offer', role: 'scribe', number: 7 }, 'Asked to be scribe of #7'],
  private: [{ kind: 'private', number: 7 }, 'In the private incident #7'],
  page: [{ kind: 'page', pageId: 'p', summary: 'Disk full' as DisclosedText }, 'Page: Disk full'],
  fallback: [{ kind: 'fallback' }, 'One of the people who are paged when nobody else answers'],
  task: [{ kind: 'task', number: 7, text: 'Call them' as DisclosedText }, 'Task of #7: Call them'],
  shift: [{ kind: 'shift', schedule: 'Shop', layer: 'Weekly' }, 'On call for Shop, in its layer Weekly'],
  override: [{ kind: 'override', schedule: 'Shop', standsIn: true }, 'Stands in on call for Shop'],
  cover: [{ kind: 'cover', schedule: 'Shop', own: false }, 'Asked to cover a shift of Shop'],
  step: [{ kind: 'step', policy: 'Nights' }, 'Paged by the policy Nights'],
  service: [{ kind: 'service', name: 'Search' }, 'Looks after Search'],
  feed: [{ kind: 'feed' }, 'A calendar address, which then ends'],
  'time-off': [{ kind: 'time-off' }, 'Time off, which is then removed'],
  invite: [{ kind: 'invite', role: 'admin' }, 'An open invite of an admin, which is then revoked'],
  approval: [
    { kind: 'approval' },
    'Approved the recovery of a member, which another owner then has to approve',
  ],
  offered: [
    { kind: 'offered', role: 'scribe', number: 7 },
    'Offers the role of scribe of #7, which is then withdrawn',
  ],
};
const kinds = Object.keys(holdingRules) as HoldingKindName[];

test.each(kinds)('a holding of the kind %s has a sentence', (kind) => {
  const [holding, sentence] = each[kind];
  expect(holdingSentence(holding)).toBe(sentence);
});

test.each(kinds)(
  'a holding of the kind %s is lost by leaving, and by a role that may not have or grant the holding',
  (kind) => {
    const [holding] = each[kind];
    expect(isLost(holding, null)).toBe(true);
    const owners = ['invite', 'approval'].includes(kind) ? ['viewer', 'responder', 'admin'] : ['viewer'];
    expect(teamRoles.filter((role) => isLost(holding, role))).toEqual(
      ['private', 'service', 'feed', 'time-off'].includes(kind) ? [] : owners,
    );
  },
);

test('an open invite of a viewer or responder is lost below admin only', () => {
  for (const role of ['viewer', 'responder'] as const)
    expect(teamRoles.filter((next) => isLost({ kind: 'invite', role }, next))).toEqual([
      'viewer',
      'responder',
    ]);
});

test('a responder, admin or owner may take over holdings, but not their own', () => {
  const from = { id: 'ada' };
  const takers = teamRoles.filter((role) => mayTakeOver(from, { id: 'lin', role }).allowed);
  expect(takers).toEqual(['responder', 'admin', 'owner']);
  expect(mayTakeOver(from, { id: 'ada', role: 'owner' }).allowed).toBe(false);
  expect(mayTakeOver(from, null).allowed).toBe(false);
});
