import { PortError } from '#ports/errors.ts';
import { checkAttribute, checkMetric, checkTraceName } from './check.ts';
import type { Trace, TraceRecord } from '#ports/performance/performance.ts';

export interface TraceOptions {
  now(): number;
  /** Gets the record of a trace that stopped. */
  readonly keep: (record: TraceRecord) => void;
  /** Prefixes of attributes' names that the provider keeps for itself. Default: none. */
  readonly reservedPrefixes?: readonly string[];
}

/** A trace that hands over its record when it stops. @throws performance/invalid-trace */
export function createTrace(name: string, { now, keep, reservedPrefixes = [] }: TraceOptions): Trace {
  checkTraceName(name);
  const metrics = new Map<string, number>();
  const attributes = new Map<string, string>();
  let startedAt: number | null = null;
  let stopped = false;
  const put = (metric: string, value: number) => {
    metrics.set(metric, checkMetric(metric, value, metrics));
  };
  return {
    start() {
      if (startedAt !== null) throw invalid(`${name} was started before.`);
      startedAt = now();
    },
    stop() {
      if (startedAt === null || stopped) throw invalid(`${name} is not running.`);
      stopped = true;
      keep(
        recordOf('trace', {
          name,
          startedAt,
          durationMs: now() - startedAt,
          metrics: Object.fromEntries(metrics),
          attributes: Object.fromEntries(attributes),
        }),
      );
    },
    putMetric: put,
    incrementMetric: (metric, by = 1) => put(metric, (metrics.get(metric) ?? 0) + by),
    metric: (metric) => metrics.get(metric) ?? 0,
    putAttribute(attribute, value) {
      checkAttribute(attribute, value, attributes, reservedPrefixes);
      attributes.set(attribute, value);
    },
    removeAttribute: (attribute) => void attributes.delete(attribute),
    attribute: (attribute) => attributes.get(attribute) ?? null,
  };
}

/** A checked copy that nobody can change. */
export function checkedRecord(
  given: Omit<TraceRecord, 'kind'>,
  reservedPrefixes: readonly string[] = [],
): TraceRecord {
  checkTraceName(given.name);
  if (!Number.isFinite(given.startedAt) || !Number.isFinite(given.durationMs) || given.durationMs < 0)
    throw invalid(`${given.name} needs a time at which it started, and a duration of 0 or more.`);
  const metrics = new Map<string, number>();
  for (const [metric, value] of Object.entries(given.metrics))
    metrics.set(metric, checkMetric(metric, value, metrics));
  const attributes = new Map<string, string>();
  for (const [attribute, value] of Object.entries(given.attributes)) {
    checkAttribute(attribute, value, attributes, reservedPrefixes);
    attributes.set(attribute, value);
  }
  return recordOf('trace', {
    name: given.name,
    startedAt: given.startedAt,
    durationMs: given.durationMs,
    metrics: Object.fromEntries(metrics),
    attributes: Object.fromEntries(attributes),
  });
}

const recordOf = (kind: TraceRecord['kind'], parts: Omit<TraceRecord, 'kind'>): TraceRecord =>
  Object.freeze({
    kind,
    ...parts,
    metrics: Object.freeze(parts.metrics),
    attributes: Object.freeze(parts.attributes),
  });

const invalid = (message: string) => new PortError('performance/invalid-trace', message);
