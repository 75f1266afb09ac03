/** Layer of a schedule: its turns within its restrictions. */
import { day } from '../constants.ts';
import type { Layer } from './schema.ts';
import type { Zone } from './rota-zone.ts';
import { inWindows, openBetween } from './weekly-windows.ts';

const hour = 3_600_000;
/** In milliseconds, on a clock that is not changed. */
export const unitLength = { hour, day, week: 7 * day } as const;

/** A person's time in a layer, without a change. */
export interface LayerSpan {
  readonly userId: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The member whose turn it is in the layer at an instant; null before the layer's start and outside its restrictions. */
export function layerHolder(layer: Layer, zone: Zone, at: number): string | null {
  if (at < layer.startsAt || layer.people.length === 0 || !inRestrictions(layer, zone, at)) return null;
  return turnsOf(layer, zone).holder(at);
}

/** The times from `from` up to `to` in which the layer has somebody, in the order of time: a span for each turn. */
export function layerSpans(layer: Layer, zone: Zone, from: number, to: number): readonly LayerSpan[] {
  const begin = Math.max(from, layer.startsAt);
  if (begin >= to || layer.people.length === 0) return [];
  const { restrictions, people } = layer;
  const open =
    restrictions.length === 0
      ? [{ startsAt: begin, endsAt: to }]
      : openBetween(restrictions, zone, begin, to);
  const turns = turnsOf(layer, zone);
  const spans: LayerSpan[] = [];
  for (const { startsAt, endsAt } of open) {
    for (let at = startsAt; at < endsAt;) {
      const end = people.length > 1 ? Math.min(endsAt, turns.endOfTurn(at)) : endsAt;
      const userId = turns.holder(at);
      if (userId !== null) spans.push({ userId, startsAt: at, endsAt: end });
      at = end;
    }
  }
  return spans;
}

interface Turns {
  /** The layer must have started. */
  readonly holder: (at: number) => string | null;
  /** End of the turn at an instant; always later. */
  readonly endOfTurn: (at: number) => number;
}

function turnsOf({ startsAt, people, every, unit }: Layer, zone: Zone): Turns {
  const length = every * unitLength[unit];
  const anchor = zone.wallClock(startsAt);
  const start = (turn: number): number => (turn === 0 ? startsAt : zone.instant(anchor + turn * length));
  /** The turn that was looked at last, with its bounds: the next question is mostly of the same one or the one after it. */
  let [known, begins, ends] = [-1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  function turnAt(at: number): number {
    if (begins <= at && at < ends) return known;
    let turn = Math.max(0, Math.floor((zone.wallClock(at) - anchor) / length));
    // Around a clock change the reading can be off by a turn.
    while (turn > 0 && start(turn) > at) turn -= 1;
    while (start(turn + 1) <= at) turn += 1;
    [known, begins, ends] = [turn, start(turn), start(turn + 1)];
    return turn;
  }
  return {
    holder: (at) => people[turnAt(at) % people.length] ?? null,
    endOfTurn(at) {
      turnAt(at);
      return ends;
    },
  };
}

function inRestrictions({ restrictions }: Layer, zone: Zone, at: number): boolean {
  return restrictions.length === 0 || inWindows(restrictions, zone, at);
}
