import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import type { Alert } from '../alert/schema.ts';
import { changeAlert, receive } from '../alert/transitions.ts';
import { tick } from './engine.ts';
import { acknowledgersOf } from './holder.ts';
import { begin, minutes, policyOf, start, step, team } from './page.fixture.ts';
import { pendingRelease } from './release.ts';
import { replaceRecipient } from './replace-recipient.ts';
import type { Page } from './schema.ts';
import { changePage, type PageOutcome } from './transitions.ts';

const opened = (more: Partial<Alert> = {}): Alert => {
  const signal = {
    ...({ action: 'trigger', dedupKey: 'k', summary: 'Disk full', severity: 'error' } as const),
    ...{ startsAt: start, labels: {}, links: [], firing: 1 },
  };
  const origin = { id: 'a', teamId: 't', serviceId: 'checkout', integrationId: 'i', now: start };
  const { state } = receive(null, signal, origin);
  if (state === null) throw new Error('The alert did not open.');
  return { ...state, pageId: 'p', ...more };
};

/** The alert after the effects of the page's change. */
const followed = (alert: Alert, outcome: PageOutcome, now: number): Alert =>
  (outcome.ok ? outcome.effects : []).reduce((current, effect) => {
    const changed =
      effect.kind === 'acknowledge-subject'
        ? changeAlert(current, { kind: 'acknowledge' }, { by: effect.userId, now })
        : effect.kind === 'release-alert'
          ? changeAlert(current, { kind: 'follow-page', ...effect.release }, { by: effect.by, now })
          : null;
    return changed?.ok ? changed.state : current;
  }, alert);

describe('an alert whose page passes on', () => {
  const who = fc.constantFrom('ada', 'lin', 'sam', 'fay', 'owen');
  const deed = fc.record({
    what: fc.constantFrom(
      ...([
        'tick',
        'acknowledge',
        'decline',
        'escalate',
        'repage',
        'hand-back',
        'snooze',
        'hand-over',
        'replace',
      ] as const),
    ),
    wait: fc.nat(40),
    by: who,
    to: who,
  });
  const anyPolicy = fc
    .array(fc.tuple(fc.subarray(['ada', 'lin', 'sam'], { minLength: 1 }), fc.constantFrom('any', 'all')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((steps) =>
      policyOf(
        steps.map(([userIds, acknowledgedBy]) => step(userIds, { acknowledgedBy })),
        1,
      ),
    );
  const people = team();

  test('is acknowledged by the page’s holder while the page is acknowledged, and open while the page asks', () => {
    assertProperty(
      fc.property(anyPolicy, fc.array(deed, { maxLength: 20 }), (policy, deeds) => {
        let { state } = begin(policy, people);
        let alert = opened();
        let now = start;
        for (const { what, wait, by, to } of deeds) {
          now += minutes(wait);
          const context = { by, now, people };
          const outcome: PageOutcome =
            what === 'tick'
              ? tick(state, people, now)
              : what === 'replace'
                ? replaceRecipient(state, { from: by, to }, { ...context, by: 'owen' })
                : what === 'hand-over'
                  ? changePage(state, { kind: what, to }, context)
                  : changePage(state, { kind: what, reason: '', minutes: 15 }, context);
          alert = followed(alert, outcome, now);
          if (outcome.ok) ({ state } = outcome);
          const holders: readonly (string | null)[] = acknowledgersOf(state);
          const isHeld = holders.length > 0;
          expect(alert.status).toBe(isHeld ? 'acknowledged' : 'open');
          expect(isHeld ? holders : [null]).toContain(alert.acknowledgedBy);
          expect(alert.acknowledgedAt === null).toBe(!isHeld);
        }
      }),
    );
  });

  test.each<readonly [string, Partial<Alert>]>([
    ['that somebody else acknowledged', { acknowledgedBy: 'sam' }],
    ['that another page asks for', { pageId: 'q' }],
    ['that is resolved', { status: 'resolved', resolvedAt: start }],
    ['that is snoozed', { status: 'suppressed', suppressedUntilAt: start + 1 }],
  ])('stays unchanged if the alert is one %s', (_, more) => {
    const alert = opened({ status: 'acknowledged', acknowledgedAt: start, acknowledgedBy: 'ada', ...more });
    const release = {
      kind: 'follow-page',
      pageId: 'p',
      from: ['ada', 'lin'],
      to: null,
      toSince: null,
    } as const;
    const changed = changeAlert(alert, release, { by: 'ada', now: start + 1 });
    expect(changed.ok && changed.state).toBe(alert);
  });

  test('that came after the next holder’s acknowledgement is joined, without an acknowledgement', () => {
    const late = { createdAt: start + 2, acknowledgedAt: start + 3, acknowledgedBy: 'ada' };
    const alert = opened({ status: 'acknowledged', ...late });
    const release = { kind: 'follow-page', pageId: 'p', from: ['ada'], to: 'lin', toSince: start } as const;
    expect(changeAlert(alert, release, { by: 'ada', now: start + 4 })).toMatchObject({
      state: { status: 'joined', acknowledgedBy: null, acknowledgedAt: null },
    });
  });

  test('that joined is open again without a holder, and stays joined with the next holder', () => {
    const alert = opened({ status: 'joined' });
    const released = { kind: 'follow-page', pageId: 'p', from: ['ada'] } as const;
    const context = { by: 'ada', now: start + 1 };
    expect(changeAlert(alert, { ...released, to: null, toSince: null }, context)).toMatchObject({
      state: { status: 'open' },
    });
    const kept = changeAlert(alert, { ...released, to: 'lin', toSince: start }, context);
    expect(kept.ok && kept.state).toBe(alert);
  });

  test('has a timeline event in its incident about being open again or the holder', () => {
    const alert = opened({ status: 'acknowledged', acknowledgedAt: start, acknowledgedBy: 'ada' });
    const follow = (to: string | null) =>
      changeAlert(
        alert,
        { kind: 'follow-page', pageId: 'p', from: ['ada'], to, toSince: to === null ? null : start },
        { by: 'ada', now: start + 1 },
      );
    expect(follow(null)).toMatchObject({
      events: [{ by: 'ada', entry: { change: 'reopened' } }],
      effects: [],
    });
    expect(follow('lin')).toMatchObject({
      state: { acknowledgedBy: 'lin', acknowledgedAt: start + 1 },
      events: [{ by: 'lin', entry: { change: 'acknowledged' } }],
      effects: [],
    });
  });
});

describe('a page that asks for several alerts', () => {
  const taken = (by: string): Page => {
    const { state } = begin(policyOf([step(['ada', 'lin'])]));
    const outcome = changePage({ ...state, alertCount: 3 }, { kind: 'acknowledge' }, { by, now: start });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return { ...outcome.state, reviewAt: null };
  };
  const back = (page: Page, by: string, now = start + 1) => {
    const outcome = changePage(page, { kind: 'hand-back' }, { by, now, people: team() });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.state;
  };

  test('releases its alerts at a review to the holder of that time', () => {
    const given = back(taken('ada'), 'ada');
    expect(given).toMatchObject({ reviewAt: start + 1, releasedBy: ['ada'] });
    expect(pendingRelease(given)).toEqual({ pageId: 'p', from: ['ada'], to: null, toSince: null });
    const next = changePage(given, { kind: 'acknowledge' }, { by: 'lin', now: start + 2 });
    expect(next.ok && pendingRelease(next.state)).toMatchObject({
      from: ['ada'],
      to: 'lin',
      toSince: start + 2,
    });
    const again = changePage(given, { kind: 'acknowledge' }, { by: 'ada', now: start + 2 });
    expect(again.ok && pendingRelease(again.state)).toBeNull();
    const ended = changePage(given, { kind: 'cancel', reason: '' }, { by: 'ada', now: start + 2 });
    expect(ended.ok && pendingRelease(ended.state)).toBeNull();
  });
});
