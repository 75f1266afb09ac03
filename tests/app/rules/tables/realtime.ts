/** Presence: who is in a room, and that a person's application is open. */
import * as v from 'valibot';
import { constants } from '#domain/constants.ts';
import { presenceSchema } from '#domain/presence/schema.ts';
import { idSchema } from '#domain/base.ts';
import { realtimePaths } from '#api/paths.ts';
import { may } from '#domain/permissions.ts';
import { type RealtimeValue, serverTime } from '#ports/realtime/realtime.ts';
import { now as requested, people, incidents, team } from '../team.ts';
import type { Case, Rules } from './case.ts';
import { plainValues, shown } from './forge.ts';
import { me } from './writes.ts';

const now = requested.toMillis();
const staleMs = constants.presenceStaleSeconds * 1000;
type Entry = Readonly<Record<string, RealtimeValue>>;

const here = (userId: string): Entry => ({ userId, connectionId: 'tab', doing: 'looking', seenAt: now });
const open: Entry = { human: true, connectionId: 'tab' };

/** Ids of incidents, at the bounds of what an id may be. */
const oddIds = ['x', 'AZaz09_-', 'x'.repeat(128)];

const access = {
  [team]: {
    members: Object.fromEntries(
      people.flatMap(({ userId, role }) => (userId && role ? [[userId, role]] : [])),
    ),
    private: Object.fromEntries(
      incidents.flatMap(({ id: room, subject }) =>
        subject.private ? [[room, Object.fromEntries(subject.people.map((person) => [person, true]))]] : [],
      ),
    ),
    rooms: Object.fromEntries([...incidents.map(({ id }) => id), ...oddIds].map((id) => [id, true])),
  },
};
const empty = { access };

const asked = (
  name: string,
  allowed: boolean,
  ask: (rules: Rules) => { readonly allowed: boolean },
): Case => ({ file: 'database', name, allowed, ask });

const roles: readonly Case[] = incidents.flatMap(({ id: room, subject }) =>
  people.flatMap((person): Case[] => {
    const { userId } = person;
    const who = `${userId ?? 'nobody'} (${room})`;
    const path = realtimePaths.presence(team, room, userId ?? 'nobody', 0);
    const stored = {
      access,
      presence: { [team]: { [room]: { [`${userId}_0`]: here(userId ?? 'nobody') } } },
    };
    const reads = may(person, 'read', subject).allowed;
    return [
      asked(`${who}: reads a room`, reads, (rules) =>
        rules.database(empty).as(userId).get(realtimePaths.room(team, room)),
      ),
      asked(`${who}: enters a room`, reads, (rules) =>
        rules
          .database(empty)
          .as(userId)
          .set(path, { ...here(userId ?? 'nobody'), seenAt: serverTime() }),
      ),
      asked(`${who}: leaves a room`, reads, (rules) => rules.database(stored).as(userId).remove(path)),
      asked(`${who}: enters the room of no incident`, false, (rules) =>
        rules
          .database(empty)
          .as(userId)
          .set(realtimePaths.presence(team, 'invented', userId ?? 'nobody', 0), here(userId ?? 'nobody')),
      ),
      asked(`${who}: leaves the room of no incident`, person.role !== null, (rules) =>
        rules
          .database({
            access,
            presence: { [team]: { invented: { [`${userId}_0`]: here(userId ?? 'nobody') } } },
          })
          .as(userId)
          .remove(realtimePaths.presence(team, 'invented', userId ?? 'nobody', 0)),
      ),
      asked(`${who}: reads all rooms`, false, (rules) =>
        rules.database(stored).as(userId).get(`presence/${team}`),
      ),
      asked(`${who}: empties a room`, false, (rules) =>
        rules.database(stored).as(userId).remove(realtimePaths.room(team, room)),
      ),
      asked(`${who}: enters a room of another team`, false, (rules) =>
        rules
          .database(empty)
          .as(userId)
          .set(realtimePaths.presence('other', room, userId ?? 'nobody', 0), here(userId ?? 'nobody')),
      ),
    ];
  }),
);

const humans: readonly Case[] = people.flatMap((person): Case[] => {
  const { userId } = person;
  const reads = may(person, 'read').allowed;
  const path = realtimePaths.human(team, userId ?? 'nobody', 0);
  const who = userId ?? 'nobody';
  return [
    asked(`${who}: reads open applications`, reads, (rules) =>
      rules.database(empty).as(userId).get(realtimePaths.humans(team, me)),
    ),
    asked(`${who}: reports an open application`, reads, (rules) =>
      rules.database(empty).as(userId).set(path, open),
    ),
    asked(`${who}: closes an open application`, reads, (rules) =>
      rules.database(empty).as(userId).remove(path),
    ),
    asked(`${who}: reads the time of the sweep`, userId !== null, (rules) =>
      rules.database(empty).as(userId).get(realtimePaths.sweepAt()),
    ),
    asked(`${who}: writes the time of the sweep`, false, (rules) =>
      rules.database(empty).as(userId).set(realtimePaths.sweepAt(), now),
    ),
    asked(`${who}: reads access roles`, false, (rules) =>
      rules.database(empty).as(userId).get(`access/${team}`),
    ),
    asked(`${who}: writes an own access role`, false, (rules) =>
      rules.database(empty).as(userId).set(realtimePaths.accessRole(team, who), 'owner'),
    ),
    asked(`${who}: creates a room`, false, (rules) =>
      rules.database(empty).as(userId).set(realtimePaths.existingRoom(team, 'invented'), true),
    ),
    asked(`${who}: adds an own entry to the participants`, false, (rules) =>
      rules
        .database(empty)
        .as(userId)
        .set(realtimePaths.accessRoom(team, 'closed', who), true),
    ),
  ];
});

export interface WritableEntry {
  readonly name: string;
  /** Path in the rules. */
  readonly rule: string;
  readonly folder: string;
  readonly valid: Entry;
  /** Whether a field may have this value. */
  readonly fits: (field: string, value: unknown) => boolean;
}

export const writableEntries: readonly WritableEntry[] = [
  {
    name: 'presence',
    rule: '/presence/$teamId/$incidentId/$slot',
    folder: realtimePaths.room(team, 'open'),
    valid: here(me),
    fits: (field, value) =>
      field === 'userId' || field === 'seenAt'
        ? value === here(me)[field]
        : v.is(presenceSchema, { ...here(me), [field]: value }),
  },
  {
    name: 'an open application',
    rule: '/presence/$teamId/people/$userId/$slot',
    folder: realtimePaths.humans(team, me),
    valid: open,
    fits: (field, value) => (field === 'human' ? value === true : v.is(idSchema, value)),
  },
];

const times = [now - 1, now + 1, now, 0, { deep: true }, { userId: me }];

function forged({ name, folder, valid, fits }: WritableEntry): readonly Case[] {
  const path = `${folder}/${me}_0`;
  const set =
    (value: RealtimeValue, at = path, as: string | null = me) =>
    (rules: Rules) =>
      rules.database(empty).as(as).set(at, value);
  const holder = (connectionId: string, more: Entry = {}) => {
    const entry = { ...valid, connectionId, ...more };
    const [root, , ...rest] = folder.split('/');
    return { access, [String(root)]: { [team]: nested(rest, { [`${me}_0`]: entry }) } };
  };
  const [mine, others] = [holder('tab'), holder('other')];
  return [
    ...Object.keys(valid).flatMap((field) =>
      [...plainValues, ...times].map((value) =>
        asked(
          `${name}, ${field} ${shown(value)}`,
          fits(field, value),
          set({ ...valid, [field]: value } as Entry),
        ),
      ),
    ),
    ...Object.keys(valid).map((field) =>
      asked(`${name} loses ${field}`, false, (rules) =>
        rules.database(mine).as(me).remove(`${path}/${field}`),
      ),
    ),
    asked(`${name}, one field more`, false, set({ ...valid, mood: 'fine' })),
    asked(`${name}, a text instead`, false, set('here')),
    ...Array.from({ length: constants.presenceSlots }, (_, slot) =>
      asked(`${name} in slot ${slot}`, true, set(valid, `${folder}/${me}_${slot}`)),
    ),
    ...[
      `${me}_8`,
      `${me}_9`,
      `${me}_a`,
      `${me}_`,
      me,
      `${me}_00`,
      `${me}_10`,
      `${me}-0`,
      `x${me}_0`,
      'somebody_0',
      '_0',
    ].map((key) => asked(`${name} in slot ${key}`, false, set(valid, `${folder}/${key}`))),
    asked(`${name} of another connection is overwritten`, false, (rules) =>
      rules.database(others).as(me).set(path, valid),
    ),
    asked(`${name} of this connection is renewed`, true, (rules) =>
      rules.database(mine).as(me).set(path, valid),
    ),
    asked(`${name} of another connection is removed`, true, (rules) =>
      rules.database(others).as(me).remove(path),
    ),
    asked(`${name} is removed by another user`, false, (rules) =>
      rules.database(mine).as('owner-in').remove(path),
    ),
    asked(`${name} is written by somebody else`, false, set(valid, path, 'owner-in')),
  ];
}

const nested = (keys: readonly string[], value: Entry): Entry =>
  keys.reduceRight<Entry>((inner, key) => ({ [key]: inner }), value);

const seen = (ago: number) => ({
  access,
  presence: { [team]: { open: { [`${me}_0`]: { ...here(me), connectionId: 'other', seenAt: now - ago } } } },
});
const [fresh, stale] = [seen(staleMs - 1), seen(staleMs)];
const slot = realtimePaths.presence(team, 'open', me, 0);

const more: readonly Case[] = [
  asked('fresh presence is taken over', false, (rules) => rules.database(fresh).as(me).set(slot, here(me))),
  asked('stale presence is taken over', true, (rules) => rules.database(stale).as(me).set(slot, here(me))),
  ...oddIds.map((room) =>
    asked(`presence in a room ${shown(room)}`, true, (rules) =>
      rules.database(empty).as(me).set(`presence/${team}/${room}/${me}_0`, here(me)),
    ),
  ),
  ...['x'.repeat(129), 'a b', 'ü', 'a!'].map((room) =>
    asked(`presence in a room ${shown(room)}`, false, (rules) =>
      rules.database(empty).as(me).set(`presence/${team}/${room}/${me}_0`, here(me)),
    ),
  ),
  asked('an open application among those of another user', false, (rules) =>
    rules
      .database(empty)
      .as(me)
      .set(`${realtimePaths.humans(team, 'somebody')}/${me}_0`, open),
  ),
  asked('a slot of a user whose id has the same beginning', false, (rules) =>
    rules
      .database(empty)
      .as(me)
      .set(realtimePaths.presence(team, 'open', `${me}_0`, 0), here(me)),
  ),
];

export const realtime: readonly Case[] = [...roles, ...humans, ...writableEntries.flatMap(forged), ...more];
