/** Documents in every engine: a dozen fields, the same for the same number. */

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly service: string;
  readonly assignee: string;
  readonly status: string;
  readonly severity: number;
  readonly score: number;
  readonly muted: boolean;
  readonly count: number;
  readonly note: string;
  /** A time, in epoch milliseconds: engines with a type for times store that, the others the number or a `Date`. */
  readonly at: number;
  readonly labels: Readonly<Record<'env' | 'region' | 'zone', string>>;
  readonly tags: readonly string[];
}

export type Fields = Partial<Omit<Row, 'id'>>;

export const services = 200;
export const people = 200;
export const statuses = ['open', 'acknowledged', 'resolved'];
export const highestScore = 100_000;
export const largeResult = 5000;
const firstTime = Date.UTC(2026, 0, 1);

/** A generator of numbers from 0 to 1 that always says the same: mulberry32. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const idOf = (index: number): string => `d${String(index).padStart(7, '0')}`;
export const pick = (random: () => number, below: number): number => Math.floor(random() * below);
export const serviceName = (index: number): string => `service-${index}`;
export const personName = (index: number): string => `person-${index}`;
export const timeAt = (random: () => number): number => firstTime + pick(random, 300 * 86_400) * 1000;

/** Document `index` of `size`, of which `largeResult` are muted. */
export function rowAt(index: number, size: number): Row {
  const random = chance(index + 1);
  const every = Math.max(1, Math.floor(size / largeResult));
  return {
    id: idOf(index),
    title: `Disk of node ${index} is almost full`,
    service: serviceName(pick(random, services)),
    assignee: personName(pick(random, people)),
    status: statuses[pick(random, statuses.length)] ?? '',
    severity: 1 + pick(random, 5),
    score: pick(random, highestScore),
    muted: index % every === 0 && index / every < largeResult,
    count: pick(random, 1000),
    note: `Seen ${pick(random, 1000)} times since the last deployment, by probe ${index % 97}.`,
    at: timeAt(random),
    labels: {
      env: `env-${pick(random, 4)}`,
      region: `region-${pick(random, 9)}`,
      zone: `zone-${index % 31}`,
    },
    tags: [`tag-${pick(random, 50)}`, `tag-${pick(random, 50)}`, `node-${index}`],
  };
}

/** Documents one after the other, so that only the engine holds them. */
export function* rows(size: number): Generator<Row> {
  for (let index = 0; index < size; index++) yield rowAt(index, size);
}
