/**
 * People on call by time. A layer's turns and restrictions keep their wall-clock time in the schedule's zone, so a hand-over
 * at nine stays at nine when the clocks change. Where two layers have someone the later one wins; overrides go on top,
 * the newest last. Shadow layers put nobody on call. At every instant one version of the schedule holds, and there is
 * one answer: a person, or nobody.
 */
import type { Layer, Override } from './schema.ts';
import { createZone, type Zone } from './rota-zone.ts';
import { layerHolder, layerSpans } from './rota-layer.ts';
import { OverridesInForce, ordered } from './rota-overrides.ts';
import { day } from '../constants.ts';
import { type Rota, versionsOf } from './versions.ts';

export interface Shift {
  /** Null: nobody is on call, a gap. */
  readonly userId: string | null;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Time ahead in which a next hand-over is looked for. */
const horizon = 400 * day;

/** Time that is computed at once: a question that is answered by then costs no more. */
const portion = 28 * day;

/** Person on call at an instant; null for nobody. */
export function onCallAt(schedule: Rota, overrides: readonly Override[], at: number): string | null {
  const version = versionsOf(schedule).findLast(({ takesEffectAt }) => takesEffectAt <= at);
  if (version === undefined) return null;
  const zone = createZone(version.timezone);
  let userId: string | null = null;
  for (const layer of pagedLayers(version.layers)) userId = layerHolder(layer, zone, at) ?? userId;
  return new OverridesInForce(ordered(schedule, overrides, at, at + 1)).holder(userId, at);
}

/** Shifts of everyone from `from` up to `to`, gaps included as shifts of nobody. */
export const shiftsBetween = (
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Shift[] => [...shiftsFrom(schedule, overrides, from, to)];

/** The same one by one, each computed when it is asked for. */
export function* shiftsFrom(
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): Generator<Shift, undefined> {
  const inOrder = parts(schedule, overrides, from, to);
  const first = inOrder.next();
  if (first.done === true) return;
  let { userId, startsAt, endsAt } = first.value;
  for (const part of inOrder) {
    if (part.userId !== userId) {
      yield { userId, startsAt, endsAt };
      ({ userId, startsAt } = part);
    }
    ({ endsAt } = part);
  }
  yield { userId, startsAt, endsAt };
}

/** The times in which nobody is on call. */
export function gapsBetween(
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Shift[] {
  return shiftsBetween(schedule, overrides, from, to).filter((shift) => shift.userId === null);
}

/** Whether somebody is on call all the time from `from` up to `to`. */
export function isOnCallThroughout(
  schedule: Rota,
  overrides: readonly Override[],
  userId: string,
  from: number,
  to: number,
): boolean {
  for (const part of parts(schedule, overrides, from, to)) if (part.userId !== userId) return false;
  return true;
}

/** Whether somebody is on call at any time from `from` up to `to`. */
export function isOnCallWithin(
  schedule: Rota,
  overrides: readonly Override[],
  userId: string,
  from: number,
  to: number,
): boolean {
  for (const part of parts(schedule, overrides, from, to)) if (part.userId === userId) return true;
  return false;
}

/** Shifts of one layer by itself, a shadow included; none where it has nobody. */
export function layerShiftsBetween(
  layer: Layer,
  timezone: string,
  from: number,
  to: number,
): readonly Shift[] {
  const shifts: { userId: string; startsAt: number; endsAt: number }[] = [];
  for (const span of layerSpans(layer, createZone(timezone), from, to)) {
    const last = shifts.at(-1);
    if (last?.userId === span.userId && last.endsAt === span.startsAt) last.endsAt = span.endsAt;
    else shifts.push({ ...span });
  }
  return shifts;
}

export interface RotaHandOver {
  readonly handsOverAt: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** The next time after `at` at which someone else is on call; null if that never comes within 400 days. */
export function nextHandOver(
  schedule: Rota,
  overrides: readonly Override[],
  at: number,
): RotaHandOver | null {
  const from = onCallAt(schedule, overrides, at);
  for (const { userId, startsAt } of parts(schedule, overrides, at, at + horizon + 1)) {
    if (userId !== from) return { handsOverAt: startsAt, from, to: userId };
  }
  return null;
}

/** Times in which one person or nobody is on call, in order and without gaps; two in a row may be of the same person. */
function* parts(
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): Generator<Shift, undefined> {
  const versions = versionsOf(schedule);
  for (const [index, { takesEffectAt, timezone, layers }] of versions.entries()) {
    const end = Math.min(to, versions[index + 1]?.takesEffectAt ?? to);
    const zone = createZone(timezone);
    const paged = pagedLayers(layers);
    for (let start = Math.max(from, takesEffectAt); start < end; start += portion) {
      const portionEnd = Math.min(end, start + portion);
      yield* portionOf(paged, zone, ordered(schedule, overrides, start, portionEnd), start, portionEnd);
    }
  }
}

const pagedLayers = (layers: readonly Layer[]): readonly Layer[] =>
  layers.filter(({ shadow }) => shadow !== true);

/** The spans of the layers and the overrides, merged by time. */
function* portionOf(
  layers: readonly Layer[],
  zone: Zone,
  overrides: readonly Override[],
  from: number,
  to: number,
): Generator<Shift, undefined> {
  // The layer that wins comes first.
  const cursors = layers.toReversed().map((layer) => new Cursor(layerSpans(layer, zone, from, to)));
  const inForce = new OverridesInForce(overrides);
  for (let at = from; at < to;) {
    let userId: string | null = null;
    let edge = Math.min(to, inForce.nextEdge(at));
    for (const cursor of cursors) {
      edge = Math.min(edge, cursor.nextEdge(at));
      userId ??= cursor.holder(at);
    }
    yield { userId: inForce.holder(userId, at), startsAt: at, endsAt: edge };
    at = edge;
  }
}

/** Place in the spans of one layer; it is asked of later and later times. */
class Cursor {
  private readonly spans: ReturnType<typeof layerSpans>;
  private index = 0;

  constructor(spans: ReturnType<typeof layerSpans>) {
    this.spans = spans;
  }

  nextEdge(at: number): number {
    while ((this.spans[this.index]?.endsAt ?? Number.POSITIVE_INFINITY) <= at) this.index += 1;
    const span = this.spans[this.index];
    if (span === undefined) return Number.POSITIVE_INFINITY;
    return span.startsAt > at ? span.startsAt : span.endsAt;
  }

  /** For the time of the last `nextEdge`. */
  holder(at: number): string | null {
    const span = this.spans[this.index];
    return span !== undefined && span.startsAt <= at ? span.userId : null;
  }
}
