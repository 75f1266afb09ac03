/** Requirements of Muster's rules on presence: its writers, and its readers. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { realtimePaths } from '#api/paths.ts';
import { testDatabaseRules } from '#firebase-rules/index.ts';
import { serverTime } from '#ports/realtime/realtime.ts';

const source = readFileSync(fileURLToPath(new URL('../../../database.rules.json', import.meta.url)), 'utf8');
const time = Date.UTC(2026, 0, 1);
const team = 't';

const here = (userId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  userId,
  connectionId: 'tab',
  doing: 'looking',
  seenAt: serverTime(),
  ...more,
});
const stored = (userId: string) => ({ ...here(userId), seenAt: time - 5000 });

const rules = testDatabaseRules(
  source,
  {
    access: {
      t: {
        members: { ada: 'responder', ben: 'viewer', olga: 'owner', cy: 'responder' },
        private: { closed: { ada: true } },
        rooms: { open: true, closed: true },
      },
      other: { members: { eve: 'owner' }, rooms: { elsewhere: true } },
    },
    presence: {
      t: {
        open: { ada_0: stored('ada'), ben_0: stored('ben') },
        closed: { ada_0: stored('ada') },
        people: { ada: { ada_0: { human: true, connectionId: 'tab' } } },
      },
    },
  },
  { time },
);
const may = (person: string | null, path: string) => rules.as(person).get(path).allowed;
const room = (incident: string) => realtimePaths.room(team, incident);
const slot = (incident: string, person: string, number = 1) =>
  realtimePaths.presence(team, incident, person, number);

test('members can read the presence of an open room, and other users can’t', () => {
  for (const member of ['ada', 'ben', 'olga']) expect(may(member, room('open'))).toBe(true);
  for (const other of ['eve', 'stranger', null]) expect(may(other, room('open'))).toBe(false);
  expect(may('ada', 'presence/t')).toBe(false);
  expect(may('ada', 'access/t/members')).toBe(false);
  expect(may('eve', 'access/other')).toBe(false);
});

test('presence of a private room is for its participants and owners', () => {
  expect(['ada', 'olga', 'ben', 'cy', 'eve'].filter((person) => may(person, room('closed')))).toEqual([
    'ada',
    'olga',
  ]);
  expect(rules.as('ada').set(slot('closed', 'ada'), here('ada')).refusal).toBeNull();
  expect(rules.as('olga').set(slot('closed', 'olga'), here('olga')).refusal).toBeNull();
  expect(rules.as('cy').set(slot('closed', 'cy'), here('cy')).refusal?.message).toContain(
    'the .write rule of /presence/$teamId/$incidentId/$slot at line 26',
  );
});

test('2,000 presence entries in rooms of missing incidents are denied', () => {
  const ada = rules.as('ada');
  const invented = Array.from({ length: 2_000 }, (_, index) => `invented-${index}`);
  const entered = [...invented, 'elsewhere', 'rooms', 'people', 'members'].filter(
    (incident) => ada.set(slot(incident, 'ada'), here('ada')).allowed,
  );
  expect(entered).toEqual([]);
  expect(ada.remove(slot('invented-0', 'ada')).refusal).toBeNull();
});

test('only the server writes which incidents exist', () => {
  for (const person of ['ada', 'olga'])
    expect(rules.as(person).set(realtimePaths.existingRoom(team, 'invented'), true).allowed).toBe(false);
});

test('a member writes and removes presence in their own name', () => {
  const ada = rules.as('ada');
  expect(ada.set(slot('open', 'ada'), here('ada')).refusal).toBeNull();
  expect(ada.set(slot('open', 'ada', 0), here('ada', { doing: 'typing' })).refusal).toBeNull();
  expect(ada.remove(slot('open', 'ada', 0)).refusal).toBeNull();
  // Disconnect write of a connection without presence so far.
  expect(ada.remove(slot('open', 'ada')).refusal).toBeNull();
  for (const other of ['eve', null])
    expect(rules.as(other).set(slot('open', 'ada'), here('ada')).allowed).toBe(false);
});

test('a member can’t write presence of another member', () => {
  const ben = rules.as('ben');
  expect(ben.set(slot('open', 'ben'), here('ada'))).toMatchObject({ allowed: false });
  expect(ben.set(slot('open', 'ada'), here('ada')).allowed).toBe(false);
  expect(ben.set(slot('open', 'ada', 0), here('ben')).allowed).toBe(false);
  expect(ben.remove(slot('open', 'ada', 0)).allowed).toBe(false);
  expect(ben.set(`${slot('open', 'ben', 0)}/userId`, 'ada').allowed).toBe(false);
  expect(rules.as('ada').remove(room('open')).allowed).toBe(false);
});

test.each([
  ['a name', { displayName: 'Ada' }],
  ['a connection that is too long', { connectionId: 'x'.repeat(129) }],
  ['no connection', { connectionId: null }],
  ['doing something unheard of', { doing: 'sleeping' }],
  ['another time than now', { seenAt: time - 1 }],
  ['more than is known', { mood: 'fine' }],
  ['something inside', { doing: { deep: 1 } }],
])('%s is refused', (_, wrong) =>
  expect(rules.as('ada').set(slot('open', 'ada'), here('ada', wrong) as never).allowed).toBe(false),
);

test('a single field of a presence entry can’t be removed', () =>
  expect(rules.as('ada').remove(`${slot('open', 'ada', 0)}/doing`).allowed).toBe(false));

test('a member writes only their own app presence, and members can read it', () => {
  const path = (user: string) => realtimePaths.human(team, user, 1);
  const human = { human: true, connectionId: 'tab' };
  expect(rules.as('ada').set(path('ada'), human).refusal).toBeNull();
  expect(rules.as('ada').remove(realtimePaths.human(team, 'ada', 0)).refusal).toBeNull();
  expect(rules.as('ada').set(path('ben'), human).allowed).toBe(false);
  expect(rules.as('eve').set(path('eve'), human).allowed).toBe(false);
  expect(rules.as('ada').set(path('ada'), { ...human, human: 'yes' }).allowed).toBe(false);
  expect(rules.as('ada').set(path('ada'), { ...human, more: 1 }).allowed).toBe(false);
  expect(may('ben', realtimePaths.humans(team, 'ada'))).toBe(true);
  expect(may('eve', realtimePaths.humans(team, 'ada'))).toBe(false);
});

test('only the server writes access roles', () => {
  expect(rules.as('ada').set(realtimePaths.accessRole(team, 'ada'), 'owner').allowed).toBe(false);
  expect(rules.as('olga').set(realtimePaths.accessRoom(team, 'closed', 'olga'), true).allowed).toBe(false);
});
