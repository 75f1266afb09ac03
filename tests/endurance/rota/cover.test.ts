/**
 * Requests for cover over drawn schedules: whatever is asked for, taken, given back and overridden, nobody's time is covered by two,
 * and the rota is what the reference makes of the overrides.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { isOpen } from '#domain/cover/asked.ts';
import {
  cancelCover,
  releaseCover,
  requestCover,
  reviewCover,
  takeCover,
  uncovered,
} from '#domain/cover/transitions.ts';
import { createOverride, removeOverride } from '#domain/schedule/overrides.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { assertProperty } from '#tests/property.ts';
import { compareRota } from './compare.ts';
import { drawFrom, drawnSchedule } from './schedules.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 2, 29, 0);
const people = ['ada', 'lin', 'sam', 'kim', 'zoe'];

interface Step {
  readonly kind: 'request' | 'take' | 'release' | 'cancel' | 'override' | 'remove' | 'wait';
  readonly who: number;
  readonly which: number;
  readonly from: number;
  readonly length: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'request',
    'request',
    'take',
    'take',
    'take',
    'release',
    'cancel',
    'override',
    'remove',
    'wait',
  ),
  who: fc.nat(people.length - 1),
  which: fc.nat(50),
  from: fc.nat(100),
  length: fc.nat(100),
});

/** Documents as a backend would store them, changed by the domain's transitions alone. */
class Team {
  now = start;
  readonly schedule: Schedule;
  readonly overrides = new Map<string, Override>();
  readonly requests = new Map<string, CoverRequest>();
  /** Overrides beside those of cover, oldest first, removed ones included. Some may return a covered shift to its person. */
  readonly plain: (Pick<Override, 'startsAt' | 'endsAt'> & { readonly madeAt: number })[] = [];
  private made = 0;

  constructor(schedule: Schedule) {
    this.schedule = schedule;
  }

  private get rota() {
    return { schedule: this.schedule, overrides: [...this.overrides.values()] };
  }

  /** Persons on call in a time, in order. */
  holders(from: number, to: number): readonly (string | null)[] {
    return shiftsBetween(this.schedule, this.rota.overrides, from, to).map(({ userId }) => userId);
  }

  run({ kind, who, which, from, length }: Step): void {
    this.now += minute;
    const by = people[who] ?? 'ada';
    const context = { by, now: this.now };
    const request = [...this.requests.values()][which % Math.max(1, this.requests.size)];
    const id = `id${this.made++}`;
    if (kind === 'wait') this.now += length * 5 * minute;
    if (kind === 'request') this.request(id, { from, length, which }, context);
    if (kind === 'take' && request) {
      const taken = takeCover(request, { userId: by, overrideId: id }, this.rota, {
        ...context,
        nameOf: String,
      });
      if (taken.ok && taken.state.override) {
        this.overrides.set(id, taken.state.override);
        this.requests.set(request.id, taken.state.request);
      }
    }
    if (kind === 'release' && request) {
      const override = this.overrides.get(request.overrideId ?? '') ?? null;
      const released = releaseCover(request, override, context);
      if (released.ok) {
        this.overrides.delete(request.overrideId ?? '');
        this.requests.set(request.id, released.state.request);
      }
    }
    if (kind === 'cancel' && request) {
      const cancelled = cancelCover(request, context);
      if (cancelled.ok) this.requests.set(request.id, cancelled.state);
    }
    if (kind === 'override') {
      const startsAt = start + from * 30 * minute;
      const made = createOverride(
        {
          id,
          teamId: 't',
          scheduleId: 's',
          startsAt,
          endsAt: startsAt + (1 + length) * 10 * minute,
          userId: by,
          insteadOf: which % 2 === 0 ? null : (people[which % people.length] ?? null),
        },
        context,
      );
      if (made.ok) {
        this.overrides.set(id, made.state);
        this.plain.push({ ...made.state, madeAt: this.now });
      }
    }
    if (kind === 'remove') this.remove(which, context);
    for (const one of this.requests.values()) {
      const reviewed = reviewCover(one, this.rota, { by: 'system', now: this.now });
      if (reviewed.ok) this.requests.set(one.id, reviewed.state);
    }
  }

  private request(
    id: string,
    { from, length, which }: Pick<Step, 'from' | 'length' | 'which'>,
    context: { readonly by: string; readonly now: number },
  ): void {
    const ahead = shiftsBetween(this.schedule, this.rota.overrides, this.now, this.now + 48 * hour);
    const shift = ahead[from % 4];
    if (shift?.userId == null) return;
    const quarter = Math.floor((shift.endsAt - shift.startsAt) / 4);
    const startsAt = shift.startsAt + quarter * (which % 3);
    const endsAt = shift.endsAt - quarter * (length % 2);
    const content = { id, teamId: 't', scheduleId: 's', userId: shift.userId, startsAt, endsAt };
    const open = [...this.requests.values()].filter(isOpen);
    const made = requestCover({ ...content, asked: null, note: '' }, this.rota, open, context);
    if (made.ok) this.requests.set(id, made.state);
  }

  private remove(which: number, context: { readonly by: string; readonly now: number }): void {
    const override = [...this.overrides.values()][which % Math.max(1, this.overrides.size)];
    const removed = override && removeOverride(override, context);
    if (!override || !removed?.ok) return;
    if (removed.state === null) this.overrides.delete(override.id);
    else this.overrides.set(override.id, removed.state);
    const of = [...this.requests.values()].find(({ overrideId }) => overrideId === override.id);
    if (of) this.requests.set(of.id, uncovered(of, context));
  }
}

type Span = Pick<CoverRequest, 'startsAt' | 'endsAt'>;
const overlap = (one: Span, other: Span) => one.startsAt < other.endsAt && other.startsAt < one.endsAt;

test('no time has two covers, every cover is an override, and the rota equals the reference', () => {
  let taken = 0;
  let released = 0;
  assertProperty(
    fc.property(fc.nat(), fc.array(step, { minLength: 20, maxLength: 60 }), (seed, steps) => {
      const { schedule, overrides } = drawnSchedule(drawFrom(seed), 'Europe/Berlin', start);
      const team = new Team(schedule);
      for (const override of overrides) team.overrides.set(override.id, override);
      for (const one of steps) {
        const before = new Map(team.requests);
        team.run(one);
        const covers = [...team.requests.values()].filter(({ status }) => status === 'taken');
        // Times that came back to their person: by an override, or by a cover that the person took.
        const returns = [
          ...team.plain.map(({ madeAt, ...span }) => ({ ...span, at: madeAt, userId: null })),
          ...covers.map(({ takenAt, takerId, ...span }) => ({ ...span, at: takenAt ?? 0, userId: takerId })),
        ];
        const givenBack = (cover: CoverRequest, other: CoverRequest) => {
          const [first, second] = [cover.takenAt ?? 0, other.takenAt ?? 0].toSorted((a, b) => a - b);
          return returns.some(
            (span) =>
              span.at > (first ?? 0) &&
              span.at < (second ?? 0) &&
              (span.userId ?? cover.userId) === cover.userId &&
              overlap(span, cover) &&
              overlap(span, other),
          );
        };
        for (const cover of covers) {
          const { userId, takerId, startsAt, endsAt, overrideId } = cover;
          const twice = covers.filter(
            (other) =>
              other !== cover && other.userId === userId && overlap(other, cover) && !givenBack(cover, other),
          );
          expect(twice).toEqual([]);
          expect(team.overrides.get(overrideId ?? '')).toMatchObject({
            userId: takerId,
            insteadOf: userId,
            startsAt,
            endsAt,
          });
        }
        // State at the moment of taking; later changes may differ.
        const fresh = covers.filter(({ id }) => before.get(id)?.status === 'open');
        taken += fresh.length;
        expect(fresh.map((cover) => team.holders(cover.startsAt, cover.endsAt))).toEqual(
          fresh.map(({ takerId }) => [takerId]),
        );
        released +=
          covers.length < [...before.values()].filter(({ status }) => status === 'taken').length ? 1 : 0;
        const open = [...team.requests.values()].filter(isOpen);
        for (const { startsAt, endsAt, userId } of open)
          expect(team.holders(Math.max(startsAt, team.now), endsAt)).toEqual([userId]);
      }
      const span = { from: start, to: start + 36 * hour };
      expect(compareRota(schedule, [...team.overrides.values()], span).disagreements).toEqual([]);
    }),
    { numRuns: 20 },
  );
  expect(taken).toBeGreaterThan(5);
  expect(released).toBeGreaterThan(0);
});
