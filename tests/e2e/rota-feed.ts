/** The shifts of a calendar address, read by a calendar library and compared with the tests' own rota. */
import ICAL from 'ical.js';
import {
  ReferenceRota,
  type ReferenceOverride,
  type ReferenceSchedule,
} from '../endurance/rota/reference.ts';
import { expect } from './support.ts';

const minute = 60_000;

interface FeedShift {
  readonly startsAt: number;
  readonly endsAt: number;
  /** Display name. */
  readonly holder: string;
}

/** @throws errors of the library about a malformed calendar */
export async function readFeed(address: string): Promise<readonly FeedShift[]> {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/calendar/);
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  return calendar.getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part, { exceptions: [] });
    return {
      startsAt: event.startDate.toJSDate().getTime(),
      endsAt: event.endDate.toJSDate().getTime(),
      holder: (event.summary ?? '').split(': ')[0] ?? '',
    };
  });
}

export interface ComparedFeed {
  readonly address: string;
  /** People are display names. */
  readonly schedule: ReferenceSchedule;
  readonly overrides: readonly ReferenceOverride[];
  readonly from: number;
  readonly to: number;
}

/** Compares the feed at every instant at which the holder may change, and a minute around it. Returns the number of instants. */
export async function expectFeed({ address, schedule, overrides, from, to }: ComparedFeed): Promise<number> {
  const shifts = await readFeed(address);
  const reference = new ReferenceRota(schedule, overrides, to + 60 * minute);
  const instants = [
    from,
    ...reference.boundaries(from, to).flatMap((at) => [at - minute, at - 1, at, at + minute]),
  ].filter((at) => from <= at && at < to);
  const holders = (at: number) =>
    shifts.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt).map(({ holder }) => holder);
  const told = (answer: (at: number) => readonly (string | null)[]) =>
    instants.map((at) => `${new Date(at).toISOString()} ${answer(at).join(' and ') || 'nobody'}`);
  expect(told(holders), `${schedule.id}: the feed`).toEqual(told((at) => [reference.onCall(at)]));
  return instants.length;
}
