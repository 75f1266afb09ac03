/** Signal, the common form of all senders' messages, with helpers of its parsers. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import {
  alertSchema,
  alertSeverities,
  labelNameSchema,
  type Alert,
  type AlertLink,
  type AlertSeverity,
} from '../alert/schema.ts';
import { timeRange, webAddressSchema } from '../base.ts';
import { check } from '../errors.ts';
import { isLonger, shorten } from '../text.ts';

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

/** A signal with what a routing rule chose. */
export interface RoutedSignal extends Signal {
  readonly urgency?: Alert['urgency'];
  readonly route?: Alert['route'];
}

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

/** Drops what is no web address and what was there before, and takes no more than an alert keeps. */
export function cleanLinks(links: Iterable<AlertLink>): AlertLink[] {
  const clean = new Map<string, AlertLink>();
  for (const { href: sent, text } of links) {
    const href = sent.toWellFormed();
    if (clean.has(href) || !v.is(webAddressSchema, href)) continue;
    const shown = shorten(text, limits.summary) || shorten(href, limits.summary);
    clean.set(href, { href, text: shown });
    if (clean.size === limits.links) break;
  }
  return [...clean.values()];
}

interface CleanLabels {
  readonly labels: Record<string, string>;
  /** Warnings to the sender about labels that can't be stored as they are. */
  readonly warnings: readonly string[];
}

/**
 * Labels within an alert's limits. A label whose name can't be stored is renamed to `label.NAME` (if long, cut, with a digest), after those
 * that can. Overlong values are cut.
 */
export function cleanLabels(found: Readonly<Record<string, string>>): CleanLabels {
  const all = Object.entries(found);
  const kept = new Map(all.filter(([name]) => v.is(labelNameSchema, name)));
  const asTheyAre = kept.size;
  for (const [name, value] of all) {
    const other = shortKey(`label.${name}`).toWellFormed();
    if (!v.is(labelNameSchema, name) && !kept.has(other)) kept.set(other, value);
  }
  let cut = 0;
  const labels = [...kept].slice(0, limits.labels).map(([name, value]): [string, string] => {
    if (!isLonger(value, limits.labelValue)) return [name, value];
    cut += 1;
    return [name, shorten(value, limits.labelValue)];
  });
  const renamed = Math.max(0, labels.length - asTheyAre);
  const leftOut = all.length - labels.length;
  const warnings = [
    ...(renamed > 0 ? [`${counted(renamed)} renamed.`] : []),
    ...(cut > 0
      ? [`${counted(cut)} cut: ${limits.labelValue.toLocaleString('en')} characters are kept.`]
      : []),
    ...(leftOut > 0 ? [`${counted(leftOut)} left out: ${limits.labels} are kept.`] : []),
  ];
  return { labels: Object.fromEntries(labels), warnings };
}

const counted = (count: number) => (count === 1 ? '1 label was' : `${count} labels were`);

/**
 * Beginning of the alert; `sent`: as its sender says it. Senders write `0001-01-01T00:00:00Z` for an unknown time; one in the future, by a clock that is ahead, is
 * the time of receipt.
 */
export function startOf(sent: number | null, now: number): number {
  return sent !== null && sent > timeRange.first && sent <= now ? sent : now;
}

/** A key that is too long keeps its beginning and gets a 64-bit digest of the whole. */
export function shortKey(key: string): string {
  if (!isLonger(key, limits.dedupKey)) return key;
  const digest = `~${fnv1a(key)}`;
  const beginning = [...key.slice(0, limits.dedupKey * 2)].slice(0, limits.dedupKey - digest.length);
  return beginning.join('') + digest;
}

/** FNV-1a of 64 bits over code units, in two halves: the prime is 2^40 + 0x1b3. 16 hexadecimal digits. */
function fnv1a(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let index = 0; index < text.length; index += 1) {
    low = (low ^ text.charCodeAt(index)) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
