/** One of each call about services, schedules and overrides, and a removal that hands turns over. */
import type { Layer } from '#domain/schedule/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { teamId } from '../team.ts';
import { call, type CrashOperation, everybody } from './operation.ts';
import type { Sandbox } from './sandbox.ts';

const hour = 3_600_000;

const layer = (people: string[]): Layer => ({
  name: 'By the hour',
  people,
  startsAt: Date.UTC(2026, 0, 5, 8),
  unit: 'hour',
  every: 2,
  restrictions: [],
  shadow: false,
});
const schedule = (scheduleId: string, people: string[]) => ({
  scheduleId,
  name: 'Second',
  timezone: 'Europe/Berlin',
  layers: [layer(people)],
  takesEffectAt: null,
});
const service = {
  serviceId: 'mail',
  name: 'Mail',
  description: '',
  policyId: 'ladder',
  ownerId: 'rita',
  supportHours: null,
  dependsOn: [],
};

const feed = { feedId: 'a'.repeat(64), scope: 'mine' as const, scheduleId: null };

/** The same time in every town, an hour after it was founded. */
const spanIn = ({ cloud }: Sandbox) => {
  const startsAt = Math.ceil(cloud.server.clock.now() / hour) * hour + hour;
  return { startsAt, endsAt: startsAt + hour };
};
const override = async (town: Sandbox) => {
  const taken = { overrideId: 'swap', scheduleId: 'primary', userId: 'rosa', insteadOf: null };
  await town.call('rosa', 'createOverride', { ...taken, ...spanIn(town) });
  return [];
};

const timeOff = (town: Sandbox) =>
  town.call('rosa', 'saveTimeOff', {
    timeOffId: 'leave',
    userId: 'rosa',
    allDayIn: null,
    note: 'Dentist',
    ...spanIn(town),
  });

/** Two days, tomorrow and the day after it, of two names. */
const leaveCalendar = (town: Sandbox) => {
  const dateIn = (days: number) =>
    new Date(town.cloud.server.clock.now() + days * 24 * hour).toISOString().slice(0, 10).replaceAll('-', '');
  const event = (summary: string) => [
    'BEGIN:VEVENT',
    `UID:${summary}`,
    `DTSTART;VALUE=DATE:${dateIn(1)}`,
    `DTEND;VALUE=DATE:${dateIn(3)}`,
    `SUMMARY:${summary}`,
    'END:VEVENT',
  ];
  const text = ['BEGIN:VCALENDAR', ...event('Skiing'), ...event('Rosa'), 'END:VCALENDAR'].join('\r\n');
  return town.call('adam', 'saveLeaveCalendar', {
    calendarId: 'leave',
    name: 'Leave',
    concerned: null,
    source: { kind: 'file', text },
  });
};

export const onCallOperations: readonly CrashOperation[] = [
  call('saveService', 'that is new', {
    prepare: async () => [],
    run: (town) => town.call('adam', 'saveService', service),
  }),
  call('removeService', 'that somebody looks after', {
    async prepare(town) {
      await town.call('adam', 'saveService', service);
      return [];
    },
    run: (town) => town.call('adam', 'removeService', { serviceId: 'mail' }),
  }),
  call('saveSchedule', 'that a policy asks', {
    prepare: async () => [],
    run: (town) => town.call('adam', 'saveSchedule', schedule('primary', ['rosa', 'rita'])),
  }),
  call('removeSchedule', 'with an override', {
    async prepare(town) {
      await town.call('adam', 'saveSchedule', schedule('second', ['ravi']));
      await town.call('rosa', 'createOverride', {
        overrideId: 'swap',
        scheduleId: 'second',
        userId: 'rosa',
        insteadOf: null,
        ...spanIn(town),
      });
      return [];
    },
    run: (town) => town.call('adam', 'removeSchedule', { scheduleId: 'second' }),
  }),
  call('createOverride', 'of oneself', {
    prepare: async () => [],
    run: override,
  }),
  call('moveOverride', 'to another hour', {
    prepare: override,
    run: (town) => {
      const { startsAt, endsAt } = spanIn(town);
      return town.call('rosa', 'moveOverride', {
        overrideId: 'swap',
        startsAt: startsAt + hour,
        endsAt: endsAt + hour,
      });
    },
  }),
  call('seeNotices', 'of one’s own', {
    async prepare(town) {
      await town.call('adam', 'saveSchedule', schedule('second', ['rosa']));
      const all = await town.cloud.server.docs.find(query(collectionPaths.notices(teamId)));
      return all.map(({ id }) => id);
    },
    run: (town, noticeIds) => town.call('rosa', 'seeNotices', { noticeIds: [...noticeIds], seen: true }),
  }),
  call('createFeed', 'of oneself', {
    prepare: async () => [],
    run: (town) => town.call('rosa', 'createFeed', feed),
  }),
  call('revokeFeed', 'of oneself', {
    async prepare(town) {
      await town.call('rosa', 'createFeed', feed);
      return [];
    },
    run: (town) => town.call('rosa', 'revokeFeed', { feedId: feed.feedId }),
  }),
  call('saveTimeOff', 'with a note', {
    prepare: async () => [],
    run: timeOff,
  }),
  call('removeTimeOff', 'with its note', {
    async prepare(town) {
      await timeOff(town);
      return [];
    },
    run: (town) => town.call('rosa', 'removeTimeOff', { timeOffId: 'leave', userId: 'rosa' }),
  }),
  call('saveLeaveCalendar', 'with leave of two', {
    prepare: async () => [],
    run: leaveCalendar,
  }),
  call('mapLeaveName', 'that was nobody’s', {
    async prepare(town) {
      await leaveCalendar(town);
      return [];
    },
    run: (town) => town.call('adam', 'mapLeaveName', { calendarId: 'leave', who: 'Skiing', userId: 'rita' }),
  }),
  call('removeLeaveCalendar', 'with its time off', {
    async prepare(town) {
      await leaveCalendar(town);
      await town.call('adam', 'mapLeaveName', { calendarId: 'leave', who: 'Skiing', userId: 'rita' });
      return [];
    },
    run: (town) => town.call('adam', 'removeLeaveCalendar', { calendarId: 'leave' }),
  }),
  call('removeOverride', 'by an admin', {
    prepare: override,
    run: (town) => town.call('adam', 'removeOverride', { overrideId: 'swap' }),
  }),
  call('removeMember', 'who has turns, stands in and looks after a service', {
    async prepare(town) {
      await everybody(town);
      await town.call('adam', 'saveSchedule', schedule('second', ['rita', 'rosa']));
      await town.call('adam', 'saveService', { ...service, ownerId: 'rosa' });
      return override(town);
    },
    run: (town) => town.call('olga', 'removeMember', { userId: 'rosa', replacementId: 'ravi' }),
  }),
];
