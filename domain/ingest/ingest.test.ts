import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { limits } from '../constants.ts';
import { parseAlertmanager } from './alertmanager.ts';
import { parsePagerduty } from './pagerduty.ts';
import { recognise } from './recognise.ts';
import { receivedAt, signalOf, ingestSignals } from './ingest.fixture.ts';

const routing_key = 'R'.repeat(32);
const payload = { summary: 'Disk full', source: 'db-1', severity: 'warning' };
const trigger = { routing_key, event_action: 'trigger', dedup_key: 'k', payload };
const errorsOf = (body: unknown) => {
  const parsed = parsePagerduty(body, 'new', receivedAt);
  return parsed.ok ? [] : parsed.errors;
};

describe('PagerDuty events', () => {
  test('a trigger without a key gets the given key', () => {
    const { dedup_key: _, ...without } = trigger;
    expect(signalOf(JSON.stringify(without), 'fresh').dedupKey).toBe('fresh');
    expect(signalOf(JSON.stringify({ ...trigger, dedup_key: null }), 'fresh').dedupKey).toBe('fresh');
    expect(signalOf(JSON.stringify(trigger), 'fresh').dedupKey).toBe('k');
  });

  test('every fault is listed by field name', () => {
    expect(errorsOf(trigger)).toEqual([]);
    expect(
      errorsOf({
        ...trigger,
        routing_key: 'short',
        payload: { ...payload, severity: 'red', summary: undefined },
      }),
    ).toEqual([
      "'routing_key' is not 32 characters long",
      "'payload.summary' is missing",
      expect.stringContaining("'payload.severity' is invalid: expected"),
    ]);
    expect(errorsOf({ routing_key, event_action: 'acknowledge' })).toEqual(["'dedup_key' is missing"]);
    expect(errorsOf({ routing_key, payload })[0]).toContain("'event_action'");
    expect(errorsOf('nonsense')).toHaveLength(1);
  });

  test('values longer than a limit are cut, and a longer key is hashed', () => {
    const longest = {
      ...trigger,
      dedup_key: 'k'.repeat(255),
      payload: { ...payload, summary: 's'.repeat(1_024) },
    };
    expect(errorsOf(longest)).toEqual([]);
    const longer = {
      ...trigger,
      dedup_key: 'k'.repeat(256),
      payload: { ...payload, summary: 's'.repeat(1_025) },
    };
    expect(errorsOf(longer)).toEqual([]);
    const signal = signalOf(JSON.stringify(longer));
    expect(signal.dedupKey).toMatch(/^k{238}~[0-9a-f]{16}$/u);
    expect(signal.summary).toBe(`${'s'.repeat(1_023)}…`);
  });

  test('an acknowledge or a resolve needs only its key, and is dropped without a matching alert', () => {
    const signal = signalOf(JSON.stringify({ routing_key, event_action: 'resolve', dedup_key: 'k' }));
    expect(signal).toMatchObject({ action: 'resolve', dedupKey: 'k', firing: 0 });
    expect(ingestSignals([signal])).toEqual([]);
    expect(ingestSignals([{ ...signal, action: 'acknowledge' }])).toEqual([]);
  });

  test('links with unsafe protocols are dropped', () => {
    const links = [
      { href: 'javascript:alert(1)', text: 'x' },
      { href: 'https://good.test/a b' },
      { href: 'https://good.test' },
      { href: 'https://good.test', text: 'again' },
    ];
    expect(signalOf(JSON.stringify({ ...trigger, links })).links).toEqual([
      { href: 'https://good.test', text: 'https://good.test' },
    ]);
  });
});

const group = {
  version: '4',
  groupKey: 'g',
  status: 'firing',
  groupLabels: { alertname: 'X' },
  alerts: [
    { status: 'firing', labels: {}, annotations: {}, startsAt: '2026-11-20T23:26:12Z', generatorURL: '' },
  ],
};

describe('an Alertmanager message', () => {
  test('of another version is rejected with the field’s name, and an invalid time is left out with a warning', () => {
    expect(parseAlertmanager({ ...group, version: '3' }, receivedAt)).toMatchObject({
      error: { code: 'invalid', field: 'version' },
    });
    const broken = { ...group, alerts: [{ ...group.alerts[0], startsAt: 'yesterday' }] };
    expect(parseAlertmanager(broken, receivedAt)).toMatchObject({
      signal: { startsAt: receivedAt },
      warnings: ['Left out, because it can’t be read: startsAt.'],
    });
  });

  test('without a known severity counts as an error, and a group has its worst severity', () => {
    expect(parseAlertmanager(group, receivedAt)).toMatchObject({
      signal: { severity: 'error', summary: 'X', firing: 1 },
    });
    const mixed = ['warning', 'page', 'info'].map((severity) => ({
      ...group.alerts[0],
      labels: { severity },
    }));
    expect(parseAlertmanager({ ...group, alerts: mixed }, receivedAt)).toMatchObject({
      signal: { severity: 'critical', firing: 3 },
    });
    expect(parseAlertmanager({ ...group, truncatedAlerts: 9 }, receivedAt)).toMatchObject({
      signal: { firing: 10 },
    });
  });

  test('keeps too long keys distinct and stable', () => {
    const long = 'g'.repeat(400);
    const key = (groupKey: string) => signalOf(JSON.stringify({ ...group, groupKey })).dedupKey;
    expect(key(`${long}a`)).toHaveLength(255);
    expect(key(`${long}a`)).toBe(key(`${long}a`));
    expect(key(`${long}a`)).not.toBe(key(`${long}b`));
  });
});

test('a group that fires, is partly resolved and resolves is one alert', () => {
  const two = [group.alerts[0], { ...group.alerts[0], labels: { instance: 'api-2' } }];
  const firing = signalOf(JSON.stringify({ ...group, alerts: two }));
  const partly = signalOf(JSON.stringify({ ...group, alerts: [two[0], { ...two[1], status: 'resolved' }] }));
  const resolved = signalOf(
    JSON.stringify({
      ...group,
      status: 'resolved',
      alerts: two.map((one) => ({ ...one, status: 'resolved' })),
    }),
  );
  expect(ingestSignals([firing, firing])).toMatchObject([{ status: 'open', count: 2, firing: 2 }]);
  expect(ingestSignals([firing, firing, partly])).toMatchObject([{ status: 'open', count: 3, firing: 1 }]);
  expect(ingestSignals([firing, firing, partly, resolved, resolved])).toMatchObject([
    { status: 'resolved', count: 3, firing: 0 },
  ]);
});

describe('recognising the format of a message', () => {
  test('rejects an unknown message with the reason', () => {
    expect(recognise('{"groupKey":')).toMatchObject({ error: { code: 'invalid', field: 'message' } });
    expect(recognise('{"hello":"world"}')).toMatchObject({ error: { code: 'invalid', field: 'message' } });
    expect(recognise('[]')).toMatchObject({ ok: false });
    const large = JSON.stringify({ ...trigger, filler: 'é'.repeat(limits.ingestBytes / 2) });
    expect(recognise(large)).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  test('never throws, and neither do the parsers, for any input', () => {
    assertProperty(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.jsonValue(), (pasted, body) => {
        expect(typeof recognise(pasted).ok).toBe('boolean');
        const bodies = [body, { ...trigger, payload: body }, { ...group, alerts: [body] }];
        for (const one of bodies) {
          expect(typeof parseAlertmanager(one, receivedAt).ok).toBe('boolean');
          expect(typeof parsePagerduty(one, 'new', receivedAt).ok).toBe('boolean');
        }
      }),
    );
  });
});

test('reading a message twice gives the same signal, within our limits', () => {
  const words = fc.string({ maxLength: 2_000, unit: 'grapheme' });
  assertProperty(
    fc.property(
      words,
      words,
      fc.dictionary(words, words, { noNullPrototype: true }),
      (groupKey, summary, labels) => {
        const message = {
          ...group,
          groupKey: `k${groupKey}`,
          commonAnnotations: { summary },
          commonLabels: labels,
        };
        const once = signalOf(JSON.stringify(message));
        expect(signalOf(JSON.stringify(message))).toEqual(once);
        expect(once.dedupKey.length).toBeLessThanOrEqual(255);
        expect(once.summary.length).toBeLessThanOrEqual(1_024);
        expect(once.summary).not.toBe('');
      },
    ),
    { numRuns: 50 },
  );
});
