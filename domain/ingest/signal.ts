/** Signal, the common form of all senders' messages, with helpers of its parsers. */
import { Temporal } from 'temporal-polyfill';
import * as v from 'valibot';
import { limits } from '../constants.ts';
import {
  alertSchema,
  alertSeverities,
  labelNameSchema,
  type AlertLink,
  type AlertSeverity,
} from '../alert/schema.ts';
import { timeRange, webAddressSchema } from '../base.ts';
import { check } from '../errors.ts';
import { shorten } from '../text.ts';

const { dedupKey, summary, severity, labels, links, firing, startsAt } = alertSchema.entries;

/** The parts of a stored alert that its sender says: what fits here can be stored and read back. */
const signal = v.object({
  action: v.picklist(['trigger', 'acknowledge', 'resolve']),
  dedupKey,
  summary,
  severity,
  labels,
  links,
  /** 0 when it resolves. */
  firing,
  /** `now` if the sender does not say. */
  startsAt,
});
export type Signal = v.InferOutput<typeof signal>;

/** Last step of a parser: checks a signal against the schema of the stored alert; an error names the field. */
export const checkSignal = (said: v.InferInput<typeof signal>) => check(signal, said);

const words: ReadonlyMap<string, AlertSeverity> = new Map([
  ['critical', 'critical'],
  ['emergency', 'critical'],
  ['fatal', 'critical'],
  ['page', 'critical'],
  ['error', 'error'],
  ['high', 'error'],
  ['major', 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['medium', 'warning'],
  ['minor', 'warning'],
  ['info', 'info'],
  ['informational', 'info'],
  ['low', 'info'],
  ['none', 'info'],
  ['debug', 'info'],
]);

/** A word that is absent or unknown counts as an error: in doubt, the worse. */
export function severityOf(word: string | undefined): AlertSeverity {
  return words.get((word ?? '').trim().toLowerCase()) ?? 'error';
}

export function worst(severities: readonly AlertSeverity[]): AlertSeverity {
  return alertSeverities.find((severity) => severities.includes(severity)) ?? 'error';
}

/** Drops what is no web address and what was there before. */
export function cleanLinks(links: readonly AlertLink[]): AlertLink[] {
  const seen = new Set<string>();
  const clean = links
    .map(({ href, text }) => ({ href: href.toWellFormed(), text }))
    .filter(({ href }) => {
      if (seen.has(href) || !v.is(webAddressSchema, href)) return false;
      seen.add(href);
      return true;
    });
  return clean.slice(0, limits.links).map(({ href, text }) => ({
    href,
    text: shorten(text, limits.summary) || shorten(href, limits.summary),
  }));
}

interface CleanLabels {
  readonly labels: Record<string, string>;
  /** Warnings to the sender about labels that can't be stored as they are. */
  readonly warnings: readonly string[];
}

/**
 * Labels within an alert's limit. One whose name can't be stored is renamed to `label.NAME` (if long, cut, with a digest), after
 * those that can.
 */
export function cleanLabels(found: Readonly<Record<string, string>>): CleanLabels {
  const all = Object.entries(found);
  const kept = new Map(all.filter(([name]) => v.is(labelNameSchema, name)));
  const asTheyAre = kept.size;
  for (const [name, value] of all) {
    const other = shortKey(`label.${name}`).toWellFormed();
    if (!v.is(labelNameSchema, name) && !kept.has(other)) kept.set(other, value);
  }
  const labels = [...kept].slice(0, limits.labels);
  const renamed = Math.max(0, labels.length - asTheyAre);
  const leftOut = all.length - labels.length;
  const warnings = [
    ...(renamed > 0 ? [`${counted(renamed)} renamed.`] : []),
    ...(leftOut > 0 ? [`${counted(leftOut)} left out: ${limits.labels} are kept.`] : []),
  ];
  return { labels: Object.fromEntries(labels), warnings };
}

const counted = (count: number) => (count === 1 ? '1 label was' : `${count} labels were`);

/** Epoch milliseconds of a time as ISO 8601 writes it, in UTC where it names no zone; null for what is no time. */
export function sentTime(moment: string): number | null {
  const instant = attempt(() => Temporal.Instant.from(moment));
  // A zone's name in brackets, without an offset, is not UTC.
  if (instant !== null || moment.includes('[')) return instant;
  return attempt(() => Temporal.PlainDateTime.from(moment).toZonedDateTime('UTC').toInstant());
}

function attempt(read: () => Temporal.Instant): number | null {
  try {
    return read().epochMilliseconds;
  } catch {
    return null;
  }
}

/** Beginning of the alert. Senders write `0001-01-01T00:00:00Z` for an unknown time. */
export function startOf(moment: string, now: number): number {
  const said = sentTime(moment);
  return said !== null && said > timeRange.first && said <= timeRange.last ? said : now;
}

/** A key that is too long keeps its beginning and gets a 64-bit digest (FNV-1a) of the whole. */
export function shortKey(key: string): string {
  if (key.length <= limits.dedupKey) return key;
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < key.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(key.charCodeAt(index))) * 0x100000001b3n);
  }
  const digest = `~${hash.toString(16).padStart(16, '0')}`;
  return key.slice(0, limits.dedupKey - digest.length) + digest;
}
