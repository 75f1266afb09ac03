/** One layer of a schedule: whose turn it is, when turns change, and when its restrictions open and close. */
import { day } from '../constants.ts';
import type { Layer, Restriction } from './schema.ts';
import type { Zone } from './rota-zone.ts';

const hour = 3_600_000;
const unitLength = { hour, day, week: 7 * day } as const;

/** The number of the turn at an instant, from 0; the layer must have started. */
export function turnAt(layer: Layer, zone: Zone, at: number): number {
  const anchor = zone.wallClock(layer.startsAt);
  let turn = Math.max(0, Math.floor((zone.wallClock(at) - anchor) / turnLength(layer)));
  // Around a clock change the reading can be off by a turn.
  while (turn > 0 && turnStart(layer, zone, turn) > at) turn -= 1;
  while (turnStart(layer, zone, turn + 1) <= at) turn += 1;
  return turn;
}

/** When the turn after the one at this instant begins; always later than `at`. */
export function nextTurnAt(layer: Layer, zone: Zone, at: number): number {
  return turnStart(layer, zone, turnAt(layer, zone, at) + 1);
}

export function inRestrictions(layer: Layer, zone: Zone, at: number): boolean {
  if (layer.restrictions.length === 0) return true;
  return windows(layer, zone, at, -2, 0).some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
}

/** The next opening or closing of a restriction after `at`; infinity if there is none. */
export function nextRestrictionEdge(layer: Layer, zone: Zone, at: number): number {
  if (layer.restrictions.length === 0) return Number.POSITIVE_INFINITY;
  const edges = windows(layer, zone, at, -2, 8).flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  return Math.min(...edges.filter((edge) => edge > at), Number.POSITIVE_INFINITY);
}

function turnStart(layer: Layer, zone: Zone, turn: number): number {
  if (turn === 0) return layer.startsAt;
  return zone.instant(zone.wallClock(layer.startsAt) + turn * turnLength(layer));
}

function turnLength(layer: Layer): number {
  return layer.every * unitLength[layer.unit];
}

/** The windows that begin on the days around `at`, from `first` to `last` days away. */
function windows(layer: Layer, zone: Zone, at: number, first: number, last: number) {
  const today = Math.floor(zone.wallClock(at) / day);
  const found: { startsAt: number; endsAt: number }[] = [];
  for (let date = today + first; date <= today + last; date += 1) {
    for (const restriction of layer.restrictions) {
      if (restriction.weekdays.includes(weekdayOf(date))) found.push(windowOn(restriction, zone, date));
    }
  }
  return found;
}

function windowOn({ from, to }: Restriction, zone: Zone, date: number): { startsAt: number; endsAt: number } {
  const begin = date * day + timeOfDay(from);
  const end = date * day + timeOfDay(to) + (timeOfDay(to) > timeOfDay(from) ? 0 : day);
  return { startsAt: zone.instant(begin), endsAt: zone.instant(end) };
}

/** 1 is Monday; day 0 was a Thursday. */
function weekdayOf(date: number): number {
  return ((((date + 3) % 7) + 7) % 7) + 1;
}

function timeOfDay(reading: string): number {
  const [hours, minutes] = reading.split(':');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}
