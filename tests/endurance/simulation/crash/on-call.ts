/** Samples of each call about services, schedules and overrides, and a removal that hands turns over. */
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

/** Time span an hour after the start, the same in every sandbox. */
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

/** Rita's and Ravi's turns of two hours: one that is to come, and by whom. */
const turnIn = (town: Sandbox) => {
  const startsAt = (Math.floor(town.cloud.server.clock.now() / (2 * hour)) + 2) * 2 * hour;
  const userId = (startsAt / (2 * hour)) % 2 === (Date.UTC(2026, 0, 5, 8) / (2 * hour)) % 2 ? 'rita' : 'ravi';
  return { userId, startsAt, endsAt: startsAt + hour };
};
const cover = { requestId: 'evening', scheduleId: 'primary', asked: null, note: '' };
async function coverIn(town: Sandbox): Promise<readonly string[]> {
  const turn = turnIn(town);
  await town.call(turn.userId, 'requestCover', { ...cover, ...turn });
  return [turn.userId];
}
async function coveredIn(town: Sandbox): Promise<readonly string[]> {
  const ids = await coverIn(town);
  await town.call('rosa', 'takeCover', { requestId: 'evening', userId: 'rosa' });
  return ids;
}

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
  call('requestCover', 'of a turn to come', { prepare: async () => [], run: coverIn }),
  call('takeCover', 'of somebody else', {
    prepare: coverIn,
    run: (town) => town.call('rosa', 'takeCover', { requestId: 'evening', userId: 'rosa' }),
  }),
  call('releaseCover', 'that was taken', {
    prepare: coveredIn,
    run: (town) => town.call('rosa', 'releaseCover', { requestId: 'evening' }),
  }),
  call('cancelCover', 'of oneself', {
    prepare: coverIn,
    run: (town, [userId = '']) => town.call(userId, 'cancelCover', { requestId: 'evening' }),
  }),
  call('removeMember', 'who covers somebody and is asked to', {
    async prepare(town) {
      await coveredIn(town);
      const turn = turnIn(town);
      const later = { startsAt: turn.endsAt, endsAt: turn.endsAt + hour };
      await town.call('adam', 'requestCover', {
        ...cover,
        ...turn,
        ...later,
        requestId: 'night',
        asked: ['rosa'],
      });
      return [];
    },
    run: (town) => town.call('olga', 'removeMember', { userId: 'rosa', replacementId: 'adam' }),
  }),
  call('createOverride', 'of a time for which cover is asked', {
    prepare: coverIn,
    run(town) {
      const { userId, startsAt, endsAt } = turnIn(town);
      const taken = { overrideId: 'swap', scheduleId: 'primary', startsAt, endsAt };
      return town.call('rosa', 'createOverride', { ...taken, userId: 'rosa', insteadOf: userId });
    },
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
