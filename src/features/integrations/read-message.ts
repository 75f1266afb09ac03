/** A pasted message, read as the server would read it. */
import { parseAlertmanager } from '#domain/ingest/alertmanager.ts';
import { parseGrafana } from '#domain/ingest/grafana.ts';
import type { JsonMapping } from '#domain/ingest/json-mapping.ts';
import { parseMapped } from '#domain/ingest/read-mapped.ts';
import { parseJson } from '#domain/ingest/json.ts';
import { parsePagerduty } from '#domain/ingest/pagerduty.ts';
import { recognise } from '#domain/ingest/recognise.ts';
import type { SenderKind } from '#domain/integration/schema.ts';
import type { SignalResult } from './read-signal.tsx';
import { senderNames } from './senders.ts';

export function readMessageOf(pasted: string, kind: SenderKind, now: number): SignalResult {
  const recognised = recognise(pasted);
  if (!recognised.ok) return { ok: false, problem: recognised.error.message };
  if (recognised.sender !== kind)
    return {
      ok: false,
      problem: `This is a message of ${senderNames[recognised.sender]}. This key takes those of ${senderNames[kind]}.`,
    };
  if (kind !== 'pagerduty') {
    const parsed = (kind === 'grafana' ? parseGrafana : parseAlertmanager)(recognised.body, now);
    return parsed.ok ? parsed : { ok: false, problem: parsed.error.message };
  }
  const parsed = parsePagerduty(recognised.body, 'made-by-muster', now);
  return parsed.ok ? parsed : { ok: false, problem: parsed.errors.join(' ') };
}

/** Of plain JSON, by its mapping. */
export function readMappedMessage(pasted: string, mapping: JsonMapping, now: number): SignalResult {
  const body = parseJson(pasted.trim());
  if (body === undefined)
    return { ok: false, problem: 'This is not JSON. Paste the whole message, braces included.' };
  const parsed = parseMapped(body, mapping, now);
  return parsed.ok ? parsed : { ok: false, problem: parsed.error.message };
}
