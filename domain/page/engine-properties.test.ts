import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import type { WeeklyHours } from '../schedule/weekly-hours.ts';
import { pageSchema as schema } from './schema.ts';
import { unmetCondition } from '../policy/condition.ts';
import type { FrozenPolicy } from '../policy/schema.ts';
import { type PageOutcome, changePage } from './transitions.ts';
import { isDue, tick } from './engine.ts';
import { forecast } from './forecast.ts';
import type { RecipientResolver } from './positions.ts';
import { begin, forever, minutes, run, start, team } from './page.fixture.ts';

const errorPriority = { incident: null, alert: 'error' } as const;
const target = fc.oneof(
  fc.record({
    kind: fc.constant('person' as const),
    userId: fc.constantFrom('ada', 'lin', 'sam', 'gone', 'gone-too'),
  }),
  fc.record({ kind: fc.constant('schedule' as const), scheduleId: fc.constantFrom('main', 'empty') }),
  fc.constant({ kind: 'team' } as const),
);
// The start is 00:16 on a Thursday in UTC: these hours open and close while the page runs.
const anyHours: fc.Arbitrary<WeeklyHours> = fc.record({
  timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
  windows: fc.constant([{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:30', to: '01:30' }]),
});
const anyCondition = fc.option(
  fc.record({
    urgency: fc.constantFrom('high' as const, 'low' as const, null),
    severities: fc.subarray(['SEV1', 'error'] as const, { maxLength: 2 }).map((list) => [...list]),
    hours: fc.option(anyHours),
  }),
);
const anyPolicy: fc.Arbitrary<FrozenPolicy> = fc.record({
  name: fc.constant('Any'),
  repeat: fc.nat(4),
  steps: fc.array(
    fc.record({
      targets: fc.array(target, { minLength: 1, maxLength: 4 }),
      delayMinutes: fc.integer({ min: 1, max: 40 }),
      mode: fc.constantFrom('all' as const, 'round-robin' as const),
      acknowledgedBy: fc.constantFrom('any' as const, 'all' as const),
      condition: anyCondition,
    }),
    { minLength: 1, maxLength: 5 },
  ),
});
const anyPeople: fc.Arbitrary<RecipientResolver> = fc
  .tuple(fc.subarray(['fay', 'ada']), fc.subarray(['owen', 'lin']))
  .map(([fallback, owners]) => team(fallback, owners));

describe('properties of the page engine', () => {
  test('an unanswered page ends within its steps and asks every recipient found by a step', () => {
    assertProperty(
      fc.property(anyPolicy, anyPeople, fc.nat(20), (policy, people, turn) => {
        const result = run(begin(policy, people, { turn, priority: errorPriority }), forever, people);
        expect(result.state.status).toBe('exhausted');
        expect(result.state.nextAt).toBeNull();
        const told = result.events.flatMap(({ entry, at }) =>
          entry.kind === 'page' ? [{ ...entry, at }] : [],
        );
        const runs = told.filter(({ change }) => change === 'notified' || change === 'skipped');
        expect(runs.length).toBeLessThanOrEqual(policy.steps.length * (policy.repeat + 1) + 2);
        for (const { change, phase, step: number, userIds, at, reason } of runs) {
          const rule = phase === 'policy' ? policy.steps[(number ?? 0) - 1] : undefined;
          const found =
            phase === 'fallback'
              ? people.fallback(at)
              : (rule?.targets.flatMap((target) => people.find(target, at)) ?? people.owners(at));
          const wanted = new Set(found);
          const one = rule?.mode === 'round-robin';
          const unmet = rule ? unmetCondition(rule.condition, result.state, at) : null;
          expect(change === 'skipped').toBe(wanted.size === 0 || unmet !== null);
          expect(change === 'skipped' ? reason : '').toBe(unmet ?? '');
          if (unmet !== null) continue;
          expect(userIds).toHaveLength(one ? Math.min(1, wanted.size) : wanted.size);
          expect(userIds.every((userId) => wanted.has(userId))).toBe(true);
        }
        expect(v.parse(schema, result.state)).toEqual(result.state);
      }),
    );
  });

  const moments = fc.array(fc.nat(200), { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));

  test('many ticks and a single one give the same page and history; a second tick changes nothing', () => {
    assertProperty(
      fc.property(anyPolicy, anyPeople, moments, (policy, people, splits) => {
        const end = start + minutes(200);
        let split = begin(policy, people);
        for (const moment of splits) {
          split = run(split, start + minutes(moment), people);
          expect(tick(split.state, people, start + minutes(moment))).toEqual({
            ok: true,
            state: split.state,
            events: [],
            effects: [],
          });
        }
        expect(run(split, end, people)).toEqual(run(begin(policy, people), end, people));
      }),
    );
  });

  const deed = fc.record({
    wait: fc.nat(30),
    what: fc.constantFrom(
      ...(['tick', 'acknowledge', 'decline', 'escalate', 'repage', 'hand-back', 'snooze', 'cancel'] as const),
    ),
    by: fc.constantFrom('ada', 'lin', 'sam', 'fay', 'owen'),
  });

  test('for any commands, time only moves forward and an ended page notifies no one', () => {
    assertProperty(
      fc.property(anyPolicy, anyPeople, fc.array(deed, { maxLength: 30 }), (policy, people, deeds) => {
        let { state } = begin(policy, people);
        let now = start;
        let latest = start;
        for (const { wait, what: wish, by } of deeds) {
          // Cancelling is rare, or nothing else would be seen.
          const what = wish === 'cancel' && wait > 3 ? 'tick' : wish;
          now += minutes(wait);
          const before = JSON.stringify(state);
          const outcome: PageOutcome =
            what === 'acknowledge'
              ? changePage(state, { kind: 'acknowledge' }, { by, now })
              : what === 'decline'
                ? changePage(state, { kind: 'decline', reason: 'Asleep.' }, { by, now, people })
                : what === 'escalate'
                  ? changePage(state, { kind: 'escalate', reason: 'Faster.' }, { by, now, people })
                  : what === 'snooze'
                    ? changePage(state, { kind: 'snooze', minutes: wait > 20 ? null : wait }, { by, now })
                    : what === 'hand-back'
                      ? changePage(state, { kind: 'hand-back' }, { by, now, people })
                      : what === 'repage'
                        ? changePage(state, { kind: 'repage' }, { by, now, people })
                        : what === 'cancel'
                          ? changePage(state, { kind: 'cancel', reason: 'Over.' }, { by, now })
                          : tick(state, people, now);
          expect(JSON.stringify(state)).toBe(before);
          if (!outcome.ok) continue;
          const asked = outcome.effects.filter((effect) => effect.kind === 'notify');
          const over = state.status === 'cancelled' || state.status === 'exhausted';
          expect(over && what !== 'repage' ? asked : []).toEqual([]);
          // Paging again or giving back loses no page, and asks nobody twice.
          expect(what === 'repage' || what === 'hand-back' ? outcome.state.status : 'notifying').toBe(
            'notifying',
          );
          expect(new Set(asked.map(({ userId, at }) => `${userId} ${at}`)).size).toBe(asked.length);
          // An acknowledged page notifies again only by its timeout, the end of its snooze or a person.
          const early = state.status === 'acknowledged' && what === 'tick' && !isDue(state, now);
          expect(early ? outcome.state : state).toBe(state);
          expect(what === 'acknowledge' || what === 'snooze' ? asked : []).toEqual([]);
          const declined = new Set(state.declined.map(({ userId }) => userId));
          expect(asked.filter((effect) => declined.has(effect.userId))).toEqual([]);
          for (const { at } of outcome.events) {
            expect(at).toBeLessThanOrEqual(now);
            expect(at).toBeGreaterThanOrEqual(what === 'tick' ? latest : now);
            latest = at;
          }
          state = outcome.state;
          expect(state.nextAt === null).toBe(state.status === 'exhausted' || state.status === 'cancelled');
          expect(state.waitingFor.length > 0).toBe(state.status === 'notifying');
          const sleeps = (state.snoozedUntilAt ?? null) !== null;
          expect(sleeps ? state.status : 'acknowledged').toBe('acknowledged');
          expect(sleeps ? state.nextAt : Infinity).toBeGreaterThanOrEqual(state.snoozedUntilAt ?? 0);
          expect(v.parse(schema, state)).toEqual(state);
        }
        expect(run({ ok: true, state, events: [], effects: [] }, forever, people).state.nextAt).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  test('the forecast matches what then happens', () => {
    assertProperty(
      fc.property(anyPolicy, anyPeople, fc.nat(60), (policy, people, later) => {
        const now = start + minutes(later);
        const { state } = run(begin(policy, people), now, people);
        const ahead = forecast(state, people, now);
        const truth = tick(state, people, forever);
        const told = truth.events.flatMap(({ at, entry }) =>
          entry.kind === 'page' && (entry.change === 'notified' || entry.change === 'exhausted')
            ? [{ at, what: entry.change === 'notified' ? 'notifies' : 'exhausted', userIds: entry.userIds }]
            : [],
        );
        expect(ahead.map(({ at, what, userIds }) => ({ at, what, userIds }))).toEqual(told);
        expect(forecast(state, people, now, 1)).toEqual(ahead.slice(0, 1));
      }),
    );
  });
});
