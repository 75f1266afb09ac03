/** What any sender's message comes down to, and the helpers that its parsers share. */
import { limits } from '../constants.ts';
import type { AlertLink, AlertSeverity } from '../entities/alert.ts';
import { alertSeverities } from '../entities/alert.ts';
import { webAddress } from '../entities/base.ts';
import * as v from 'valibot';

export interface Signal {
  /** At most 255 characters. */
  readonly dedupKey: string;
  readonly action: 'trigger' | 'acknowledge' | 'resolve';
  readonly summary: string;
  readonly severity: AlertSeverity;
  readonly labels: Readonly<Record<string, string>>;
  readonly links: readonly AlertLink[];
  /** How many things are failing in it right now; 0 when it resolves. */
  readonly count: number;
  /** When the sender says it began, or `now` if it does not say. */
  readonly startsAt: number;
}

const words: Readonly<Record<string, AlertSeverity>> = {
  critical: 'critical',
  emergency: 'critical',
  fatal: 'critical',
  page: 'critical',
  error: 'error',
  high: 'error',
  major: 'error',
  warning: 'warning',
  warn: 'warning',
  medium: 'warning',
  minor: 'warning',
  info: 'info',
  informational: 'info',
  low: 'info',
  none: 'info',
  debug: 'info',
};

/** A word that is absent or unknown counts as an error: in doubt, the worse. */
export function severityOf(word: string | undefined): AlertSeverity {
  return words[(word ?? '').trim().toLowerCase()] ?? 'error';
}

export function worst(severities: readonly AlertSeverity[]): AlertSeverity {
  return alertSeverities.find((severity) => severities.includes(severity)) ?? 'error';
}

/** Drops what is no web address and what was there before. */
export function cleanLinks(links: readonly AlertLink[]): readonly AlertLink[] {
  const seen = new Set<string>();
  const clean = links.filter(({ href }) => {
    if (seen.has(href) || !v.is(webAddress, href)) return false;
    seen.add(href);
    return true;
  });
  return clean
    .slice(0, limits.links)
    .map(({ href, text }) => ({ href, text: shorten(text, limits.summary) || href }));
}

export function cleanLabels(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).slice(0, limits.labels));
}

/** Cuts at `max` characters, with an ellipsis, and never through a surrogate pair. */
export function shorten(words: string, max: number): string {
  const trimmed = words.trim();
  if (trimmed.length <= max) return trimmed;
  return `${trimmed.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
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
