/** One layer of a schedule: its turns, their changes, and its restrictions. */
import { day } from '../constants.ts';
import type { Layer } from './schema.ts';
import type { Zone } from './rota-zone.ts';
import { inWindows, nextWindowEdge } from './weekly-windows.ts';

const hour = 3_600_000;
const unitLength = { hour, day, week: 7 * day } as const;

/** The member whose turn it is in the layer at an instant; null before the layer's start and outside its restrictions. */
export function layerHolder(layer: Layer, zone: Zone, at: number): string | null {
  if (at < layer.startsAt || layer.people.length === 0 || !inRestrictions(layer, zone, at)) return null;
  return layer.people[turnAt(layer, zone, at) % layer.people.length] ?? null;
}

/** The next instant at which the layer's answer could change; infinity if there is none. */
export function nextLayerEdge(layer: Layer, zone: Zone, at: number): number {
  const edges = [layer.startsAt, nextRestrictionEdge(layer, zone, at)];
  if (at >= layer.startsAt && layer.people.length > 1) edges.push(nextTurnAt(layer, zone, at));
  return Math.min(...edges.filter((edge) => edge > at), Number.POSITIVE_INFINITY);
}

/** The number of the turn at an instant, from 0; the layer must have started. */
function turnAt(layer: Layer, zone: Zone, at: number): number {
  const anchor = zone.wallClock(layer.startsAt);
  let turn = Math.max(0, Math.floor((zone.wallClock(at) - anchor) / turnLength(layer)));
  // Around a clock change the reading can be off by a turn.
  while (turn > 0 && turnStart(layer, zone, turn) > at) turn -= 1;
  while (turnStart(layer, zone, turn + 1) <= at) turn += 1;
  return turn;
}

/** Beginning of the turn after the one at this instant; always later than `at`. */
function nextTurnAt(layer: Layer, zone: Zone, at: number): number {
  return turnStart(layer, zone, turnAt(layer, zone, at) + 1);
}

function inRestrictions({ restrictions }: Layer, zone: Zone, at: number): boolean {
  return restrictions.length === 0 || inWindows(restrictions, zone, at);
}

function nextRestrictionEdge({ restrictions }: Layer, zone: Zone, at: number): number {
  return restrictions.length === 0 ? Number.POSITIVE_INFINITY : nextWindowEdge(restrictions, zone, at);
}

function turnStart(layer: Layer, zone: Zone, turn: number): number {
  if (turn === 0) return layer.startsAt;
  return zone.instant(zone.wallClock(layer.startsAt) + turn * turnLength(layer));
}

function turnLength(layer: Layer): number {
  return layer.every * unitLength[layer.unit];
}
