import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { changeAlert, receive, runbookOf, type AlertCommand } from './transitions.ts';
import { alertSchema as schema, type Alert } from './schema.ts';
import type { Signal } from '../ingest/signal.ts';

const signal = (action: Signal['action'], more: Partial<Signal> = {}): Signal => ({
  dedupKey: 'k',
  action,
  summary: 'Disk full',
  severity: 'warning',
  labels: { host: 'db-1' },
  links: [],
  firing: action === 'resolve' ? 0 : 1,
  startsAt: 900,
  ...more,
});
const origin = (id: string) => ({ id, teamId: 't', serviceId: 's', integrationId: 'n' });

function opened(more: Partial<Alert> = {}): Alert {
  const { state } = receive(null, signal('trigger'), { ...origin('a'), now: 1_000 });
  if (state === null) throw new Error('A trigger opens an alert.');
  return { ...state, ...more };
}

test.each<[string, Partial<Alert>, string | null]>([
  [
    'a link that says so',
    {
      links: [
        { href: 'https://a.example/1', text: 'Source' },
        { href: 'https://a.example/2', text: 'Runbook' },
      ],
    },
    'https://a.example/2',
  ],
  [
    'a link that says so in two words',
    { links: [{ href: 'https://a.example/2', text: 'The run book for disks' }] },
    'https://a.example/2',
  ],
  ['a label', { labels: { runbook_url: 'https://a.example/3' } }, 'https://a.example/3'],
  [
    'a link rather than a label',
    { labels: { runbook: 'https://a.example/3' }, links: [{ href: 'https://a.example/2', text: 'runbook' }] },
    'https://a.example/2',
  ],
  ['no label that is no web address', { labels: { runbook_url: 'javascript:alert(1)' } }, null],
  ['no other label', { labels: { team: 'https://a.example/3' } }, null],
])('the runbook of an alert is %s', (_what, more, address) => {
  expect(runbookOf(opened(more))).toBe(address);
});

test('a trigger opens an alert and pages for it; a duplicate only raises its count', () => {
  expect(receive(null, signal('trigger'), { ...origin('a'), now: 1_000 }).effects).toEqual([
    { kind: 'start-page', alertId: 'a' },
  ]);
  const again = receive(opened(), signal('trigger', { summary: 'Disk very full' }), {
    ...origin('b'),
    now: 2_000,
  });
  expect(again.state).toMatchObject({
    id: 'a',
    count: 2,
    firstAt: 1_000,
    lastAt: 2_000,
    summary: 'Disk very full',
  });
  expect([...again.effects, ...again.events]).toEqual([]);
});

test('a duplicate with more firing alerts than before adds a timeline event', () => {
  const worse = receive(opened(), signal('trigger', { firing: 4 }), { ...origin('b'), now: 2_000 });
  expect(worse.events).toMatchObject([{ entry: { kind: 'alert', change: 'triggered' } }]);
});

test('a trigger after resolved opens a new one', () => {
  const { state } = receive(opened(), signal('resolve'), { ...origin('b'), now: 2_000 });
  expect(state).toMatchObject({ id: 'a', status: 'resolved', resolvedAt: 2_000, firing: 0 });
  expect(receive(state, signal('trigger'), { ...origin('b'), now: 3_000 }).state).toMatchObject({
    id: 'b',
    status: 'open',
    count: 1,
  });
});

test('acknowledging an alert acknowledges its page; resolving and snoozing end the page', () => {
  const paged = opened({ pageId: 'p' });
  expect(changeAlert(paged, { kind: 'acknowledge' }, { by: 'ada', now: 2_000 })).toMatchObject({
    state: { status: 'acknowledged', acknowledgedBy: 'ada', acknowledgedAt: 2_000 },
    effects: [{ kind: 'acknowledge-page', pageId: 'p', userId: 'ada' }],
  });
  for (const command of [{ kind: 'resolve' }, { kind: 'snooze', minutes: 5 }] as const) {
    expect(changeAlert(paged, command, { by: 'ada', now: 2_000 })).toMatchObject({
      effects: [{ kind: 'end-page', pageId: 'p' }],
    });
  }
});

describe('a snooze', () => {
  const snoozed = { ...opened({ pageId: 'p' }), status: 'suppressed', suppressedUntilAt: 10_000 } as const;

  test('ends at its time and pages again', () => {
    const early = changeAlert(snoozed, { kind: 'wake' }, { by: 'system', now: 9_999 });
    expect(early.ok && early.state).toBe(snoozed);
    const woken = changeAlert(snoozed, { kind: 'wake' }, { by: 'system', now: 12_000 });
    expect(woken).toMatchObject({
      state: { status: 'open', suppressedUntilAt: null, pageId: null },
      events: [{ at: 10_000, by: 'system' }],
      effects: [
        { kind: 'end-page', pageId: 'p' },
        { kind: 'start-page', alertId: 'a' },
      ],
    });
  });

  test('stays through duplicates and ends with a resolve', () => {
    expect(receive(snoozed, signal('trigger'), { ...origin('b'), now: 2_000 }).state).toMatchObject({
      status: 'suppressed',
      count: 2,
    });
    expect(receive(snoozed, signal('resolve'), { ...origin('b'), now: 2_000 }).state).toMatchObject({
      status: 'resolved',
    });
  });
});

const legal: Record<Alert['status'], readonly Alert['status'][]> = {
  open: ['acknowledged', 'suppressed', 'resolved'],
  joined: ['open', 'acknowledged', 'resolved'],
  acknowledged: ['resolved'],
  suppressed: ['open', 'resolved'],
  resolved: [],
};
const deed = fc.oneof(
  fc.constantFrom<AlertCommand>(
    { kind: 'acknowledge' },
    { kind: 'resolve' },
    { kind: 'snooze', minutes: 5 },
    { kind: 'link', incidentId: 'i' },
    { kind: 'link', incidentId: null },
  ),
  fc.constantFrom('trigger' as const, 'acknowledge' as const, 'resolve' as const, 'wake' as const),
);

test('no sequence of signals and commands leaves the legal states, and no rejected command changes anything', () => {
  assertProperty(
    fc.property(fc.array(fc.tuple(deed, fc.nat(400_000)), { maxLength: 30 }), (deeds) => {
      let state = opened();
      let now = 1_000;
      for (const [what, wait] of deeds) {
        now += wait;
        const before = JSON.stringify(state);
        const outcome =
          typeof what === 'object'
            ? changeAlert(state, what, { by: 'ada', now })
            : what === 'wake'
              ? changeAlert(state, { kind: 'wake' }, { by: 'system', now })
              : receive(state, signal(what), { ...origin(`a${now}`), now });
        expect(JSON.stringify(state)).toBe(before);
        if (!outcome.ok || outcome.state === null) continue;
        const next = outcome.state;
        const fresh = next.id !== state.id;
        expect(fresh ? state.status : 'resolved').toBe('resolved');
        expect(fresh || next.status === state.status || legal[state.status].includes(next.status)).toBe(true);
        expect(next.suppressedUntilAt !== null).toBe(next.status === 'suppressed');
        expect(next.resolvedAt !== null).toBe(next.status === 'resolved');
        expect(v.parse(schema, next)).toEqual(next);
        state = next;
      }
    }),
  );
});

test('a second acknowledgement names the first holder', () => {
  const taken = opened({ status: 'acknowledged', acknowledgedBy: 'ada', acknowledgedAt: 1 });
  expect(changeAlert(taken, { kind: 'acknowledge' }, { by: 'lin', now: 2 })).toMatchObject({
    error: { code: 'already_acknowledged', by: 'ada' },
  });
});
