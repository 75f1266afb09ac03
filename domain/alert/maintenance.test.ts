/** Maintenance and acknowledgements: a window holds back what would ask somebody, and takes nothing from a holder. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import type { AlertCommand } from './transitions.ts';
import { changeAlert, receive } from './transitions.ts';
import type { Alert } from './schema.ts';

const { state: opened } = receive(
  null,
  {
    ...{ dedupKey: 'k', action: 'trigger', summary: 'Disk full', severity: 'critical' },
    ...{ labels: {}, links: [], firing: 1, startsAt: 900 },
  },
  { id: 'a', teamId: 't', serviceId: 's', integrationId: 'n', now: 1_000 },
);
const alertWith = (change: Partial<Alert>): Alert => {
  if (opened === null) throw new Error('A trigger opens an alert.');
  return { ...opened, pageId: 'p', ...change };
};

const anyAcknowledged = fc.record({
  acknowledgedAt: fc.integer({ min: 1_000, max: 5_000 }),
  acknowledgedBy: fc.constantFrom('ada', 'lin'),
  pageId: fc.option(fc.constant('p')),
  /** Stored before: held and acknowledged. */
  heldBy: fc.option(fc.constantFrom('upgrade', 'move')),
});
const anyMaintenance: fc.Arbitrary<AlertCommand> = fc.oneof(
  fc.constant({ kind: 'release' } as const),
  fc.constantFrom('upgrade', 'move').map((id) => ({
    ...{ kind: 'hold' as const, maintenanceId: id, reason: `Held by maintenance: ${id}.` },
  })),
);

describe('an acknowledged alert', () => {
  test('keeps its state, holder, time and page through any maintenance, without effects or events', () => {
    assertProperty(
      fc.property(
        anyAcknowledged,
        fc.array(anyMaintenance, { minLength: 1, maxLength: 6 }),
        (given, commands) => {
          let alert = alertWith({ status: 'acknowledged', ...given });
          for (const [index, command] of commands.entries()) {
            const outcome = changeAlert(alert, command, { by: 'system', now: 6_000 + index });
            if (!outcome.ok) throw new Error(outcome.error.code);
            expect(outcome.effects).toEqual([]);
            expect(outcome.events).toEqual([]);
            alert = outcome.state;
          }
          const { status, acknowledgedAt, acknowledgedBy, pageId } = alert;
          expect({ status, acknowledgedAt, acknowledgedBy, pageId }).toEqual({
            status: 'acknowledged',
            acknowledgedAt: given.acknowledgedAt,
            acknowledgedBy: given.acknowledgedBy,
            pageId: given.pageId,
          });
        },
      ),
    );
  });
});

test('an open alert goes silent during maintenance and asks again at the end', () => {
  const held = changeAlert(
    alertWith({}),
    { kind: 'hold', maintenanceId: 'upgrade', reason: 'Held.' },
    { by: 'system', now: 2_000 },
  );
  expect(held).toMatchObject({ ok: true, state: { heldBy: 'upgrade', pageId: null } });
  if (!held.ok) return;
  expect(held.effects).toEqual([{ kind: 'end-page', pageId: 'p', userId: 'system', reason: 'Held.' }]);
  const released = changeAlert(held.state, { kind: 'release' }, { by: 'system', now: 3_000 });
  expect(released).toMatchObject({ ok: true, effects: [{ kind: 'start-page', alertId: 'a' }] });
});
