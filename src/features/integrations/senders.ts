/** The senders that an integration is for, and a new key for one. */
import type { EventResult, SenderKind } from '#domain/integration/schema.ts';
import { ingestKeyFrom, ingestKeyId } from '#api/ingest-key.ts';

export const senderNames: Readonly<Record<SenderKind, string>> = {
  alertmanager: 'Prometheus Alertmanager',
  grafana: 'Grafana',
  pagerduty: 'PagerDuty events',
  json: 'Plain JSON',
  heartbeat: 'Heartbeat',
};

export const senderHints: Readonly<Record<SenderKind, string>> = {
  alertmanager: 'Its webhook, version 4',
  grafana: 'The webhook of a contact point',
  pagerduty: 'Any sender that speaks PagerDuty’s Events API v2',
  json: 'Any sender of JSON; you say where each part stands',
  heartbeat: 'A job that says it runs; an alert opens when it does not',
};

/** The panel of an integration's page where a message can be pasted, to be read. Null: none is read. */
export const pastePanels = {
  alertmanager: 'Read a message',
  grafana: 'Read a message',
  pagerduty: 'Read a message',
  json: 'Mapping',
  heartbeat: null,
} as const satisfies Readonly<Record<SenderKind, string | null>>;

export const resultLabels: Readonly<Record<EventResult, string>> = {
  opened: 'Opened an alert',
  repeated: 'Added to an open alert',
  acknowledged: 'Acknowledged its alert',
  resolved: 'Resolved its alert',
  dropped: 'Dropped: no alert was open for it',
  filtered: 'Dropped by a rule',
  refused: 'Refused',
};

export interface NewKey {
  /** Key, known to this browser only. */
  readonly key: string;
  readonly keyId: string;
  readonly keyEnding: string;
}

/** Secret from the browser's generator: two digits a byte. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** `unlike`: the endings of keys beside which it stands. */
export function newKey(unlike: readonly string[] = []): NewKey {
  for (;;) {
    const key = ingestKeyFrom(randomHex(32));
    const keyEnding = key.slice(-4);
    if (!unlike.includes(keyEnding)) return { key, keyId: ingestKeyId(key), keyEnding };
  }
}
