/**
 * Processor time of a year of ten schedules of 50 people: computed, edited and compared, and as feeds; beside the independent
 * implementation of `tests/endurance/rota` and ical.js reading the same feeds: `npm run bench:rota`, which measures the view of the year too (`year/run.ts`).
 */
import ICAL from 'ical.js';
import { day } from '#domain/constants.ts';
import { changesByPerson, shiftChanges } from '#domain/schedule/comparison.ts';
import { shiftsOfFeed } from '#domain/schedule/feed.ts';
import type { Schedule } from '#domain/schedule/schema.ts';
import { saveSchedule } from '#domain/schedule/transitions.ts';
import { calendarText } from '#functions/feeds/calendar.ts';
import { ReferenceRota } from '../endurance/rota/reference.ts';
import { people, schedules, yearEnd, yearOf, yearStart } from './year/schedules.ts';

const [from, to] = [yearStart, yearEnd];
const rounds = 7;

const edited = (schedule: Schedule): Schedule => {
  const layers = schedule.layers.map((one) => ({ ...one, people: one.people.toReversed() }));
  const saved = saveSchedule(schedule, { ...schedule, layers }, from + 30 * day, { by: 'ada', now: from });
  return saved.ok ? saved.state : schedule;
};
const feedOf = (schedule: Schedule) => {
  const feed = { scope: 'schedule', scheduleId: schedule.id, userId: 'ada' } as const;
  const shifts = shiftsOfFeed(feed, [schedule], [], from).map((shift) => ({
    ...shift,
    summary: shift.userId,
  }));
  return calendarText({ title: schedule.name, shifts, now: from });
};
const feeds = schedules.map(feedOf);

const cases: Readonly<Record<string, () => unknown>> = {
  'a year computed by the rota': () => schedules.map(yearOf),
  'the same by the reference of the tests': () =>
    schedules.map((schedule) => {
      const reference = new ReferenceRota(schedule, [], to);
      return reference.boundaries(from, to).map((at) => reference.onCall(at));
    }),
  'all edited, and who gains and loses in the year': () =>
    schedules.map((schedule) => changesByPerson(shiftChanges(yearOf(schedule), yearOf(edited(schedule))))),
  'ten feeds written': () => schedules.map(feedOf),
  'the same read by ical.js': () =>
    feeds.map((text) =>
      new ICAL.Component(ICAL.parse(text) as unknown[])
        .getAllSubcomponents('vevent')
        .map((part) => new ICAL.Event(part).startDate.toUnixTime()),
    ),
};

/** Milliseconds of processor time: the middle of some rounds. */
function median(run: () => unknown): number {
  run();
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

const shifts = schedules.reduce((sum, schedule) => sum + yearOf(schedule).length, 0);
console.log(`${schedules.length} schedules, ${people.length} people, ${shifts} shifts in the year`);
for (const [name, run] of Object.entries(cases)) console.log(`${name}: ${median(run).toFixed(1)} ms`);
const bytes = feeds.map((text) => new TextEncoder().encode(text).length);
console.log(`a feed: ${Math.max(...bytes)} bytes at most, ${(Math.max(...bytes) / 1_024).toFixed(1)} KiB`);
