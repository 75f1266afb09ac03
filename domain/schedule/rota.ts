/**
 * People on call by time. A layer's turns and restrictions keep their wall-clock time in the schedule's zone, so a hand-over
 * at nine stays at nine when the clocks change. Where two layers have someone the later one wins; overrides go on top,
 * the newest last. Shadow layers put nobody on call. At every instant one version of the schedule holds, and there is
 * one answer: a person, or nobody.
 */
import type { Layer, Override } from './schema.ts';
import { createZone, type Zone } from './rota-zone.ts';
import { layerHolder, nextLayerEdge } from './rota-layer.ts';
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

/** Person on call at an instant; null for nobody. */
export function onCallAt(schedule: Rota, overrides: readonly Override[], at: number): string | null {
  return onCall(schedule, overrides).at(at);
}

/** Shifts of everyone from `from` up to `to`, gaps included as shifts of nobody. */
export function shiftsBetween(
  schedule: Rota,
  overrides: readonly Override[],
  from: number,
  to: number,
): readonly Shift[] {
  return shiftsOf(onCall(schedule, overrides), from, to);
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
export const isOnCallThroughout = (
  schedule: Rota,
  overrides: readonly Override[],
  userId: string,
  from: number,
  to: number,
): boolean => shiftsBetween(schedule, overrides, from, to).every((shift) => shift.userId === userId);

/** Shifts of one layer by itself, a shadow included; none where it has nobody. */
export function layerShiftsBetween(
  layer: Layer,
  timezone: string,
  from: number,
  to: number,
): readonly Shift[] {
  const zone = createZone(timezone);
  const alone: Answers = {
    at: (at) => layerHolder(layer, zone, at),
    nextEdge: (at) => nextLayerEdge(layer, zone, at),
  };
  return shiftsOf(alone, from, to).filter(({ userId }) => userId !== null);
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
  const answers = onCall(schedule, overrides);
  const from = answers.at(at);
  for (let edge = answers.nextEdge(at); edge <= at + horizon;) {
    const to = answers.at(edge);
    if (to !== from) return { handsOverAt: edge, from, to };
    edge = answers.nextEdge(edge);
  }
  return null;
}

/** Person at an instant, and the next instant at which that could change. */
interface Answers {
  readonly at: (at: number) => string | null;
  readonly nextEdge: (at: number) => number;
}

function onCall(schedule: Rota, overrides: readonly Override[]): Answers {
  const versions = versionsOf(schedule).map((version) => ({
    ...version,
    zone: createZone(version.timezone),
  }));
  const relevant = ordered(schedule, overrides);
  const overrideEdges = relevant.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  const versionEdges = versions.map(({ takesEffectAt }) => takesEffectAt);
  const holding = (at: number) => versions.findLast(({ takesEffectAt }) => takesEffectAt <= at);
  return {
    at(at) {
      const version = holding(at);
      return version ? holder(version.layers, version.zone, relevant, at) : null;
    },
    nextEdge(at) {
      const version = holding(at);
      const layers = version?.layers.filter(({ shadow }) => shadow !== true) ?? [];
      const edges = [...overrideEdges, ...versionEdges].filter((edge) => edge > at);
      if (version) edges.push(...layers.map((layer) => nextLayerEdge(layer, version.zone, at)));
      return Math.min(...edges, Number.POSITIVE_INFINITY);
    },
  };
}

function holder(
  layers: readonly Layer[],
  zone: Zone,
  overrides: readonly Override[],
  at: number,
): string | null {
  let userId: string | null = null;
  for (const layer of layers) if (layer.shadow !== true) userId = layerHolder(layer, zone, at) ?? userId;
  for (const { startsAt, endsAt, insteadOf, userId: taker } of overrides) {
    if (startsAt <= at && at < endsAt && (insteadOf === null || insteadOf === userId)) userId = taker;
  }
  return userId;
}

function shiftsOf(answers: Answers, from: number, to: number): readonly Shift[] {
  const shifts: { userId: string | null; startsAt: number; endsAt: number }[] = [];
  let at = from;
  while (at < to) {
    const userId = answers.at(at);
    const edge = Math.min(to, answers.nextEdge(at));
    const last = shifts.at(-1);
    if (last && last.userId === userId) last.endsAt = edge;
    else shifts.push({ userId, startsAt: at, endsAt: edge });
    at = edge;
  }
  return shifts;
}

/** Oldest first; ties by id, so that every reader sees the same. */
function ordered(schedule: Rota, overrides: readonly Override[]): readonly Override[] {
  return overrides
    .filter((override) => override.scheduleId === schedule.id)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
