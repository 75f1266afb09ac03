import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { attachment } from './attachment/schema.ts';
import { id, timezone } from './base.ts';
import { policy } from './policy/schema.ts';
import { override, schedule } from './schedule/schema.ts';
import { team } from './team/schema.ts';
import { timelineEvent } from './timeline/schema.ts';

const base = { id: 'x', teamId: 't', createdAt: 1, createdBy: 'ada', revision: 1 };
const ok = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

test('time zones are names of the database', () => {
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'])
    expect(ok(timezone, zone)).toBe(true);
  for (const zone of ['', 'Mars/Olympus', '+01:00', 'Berlin']) expect(ok(timezone, zone)).toBe(false);
});

test('an id is one path segment', () => {
  for (const good of ['a', 'Zz-_09', 'x'.repeat(128)]) expect(ok(id, good)).toBe(true);
  for (const bad of ['', 'a/b', '.', '..', 'ä', '__x__', '!.1', 'x'.repeat(129)])
    expect(ok(id, bad)).toBe(false);
});

describe('limits', () => {
  const step = {
    targets: [{ kind: 'team' }],
    delayMinutes: 1_440,
    mode: 'all',
    acknowledgedBy: 'any',
  };
  const whole = {
    ...base,
    name: 'Payments',
    steps: Array.from({ length: 10 }, () => step),
    repeat: 9,
    turn: 0,
  };

  test('of a policy', () => {
    expect(ok(policy, whole)).toBe(true);
    expect(ok(policy, { ...whole, steps: [...whole.steps, step] })).toBe(false);
    expect(ok(policy, { ...whole, steps: [] })).toBe(false);
    expect(ok(policy, { ...whole, repeat: 10 })).toBe(false);
    for (const delayMinutes of [0, 1_441, 1.5]) {
      expect(ok(policy, { ...whole, steps: [{ ...step, delayMinutes }] })).toBe(false);
    }
    const targets = Array.from({ length: 11 }, () => ({ kind: 'team' }));
    expect(ok(policy, { ...whole, steps: [{ ...step, targets }] })).toBe(false);
  });

  test('of an override: 90 days, and the end after the start', () => {
    const span = (startsAt: number, endsAt: number) =>
      ok(override, { ...base, scheduleId: 's', userId: 'lin', insteadOf: null, startsAt, endsAt });
    expect(span(0, 90 * 86_400_000)).toBe(true);
    expect(span(0, 90 * 86_400_000 + 1)).toBe(false);
    expect(span(5, 5)).toBe(false);
  });

  test('of a schedule: 10 layers, 50 people', () => {
    const layer = (people: number) => ({
      name: 'L',
      people: Array.from({ length: people }, (_, index) => `p${index}`),
      startsAt: 0,
      unit: 'week',
      every: 1,
      restrictions: [],
    });
    const of = (layers: readonly unknown[]) => ok(schedule, { ...base, name: 'S', timezone: 'UTC', layers });
    expect(of(Array.from({ length: 10 }, () => layer(50)))).toBe(true);
    expect(of(Array.from({ length: 11 }, () => layer(1)))).toBe(false);
    expect(of([layer(51)])).toBe(false);
    expect(of([layer(0)])).toBe(false);
  });

  test('of a file: 25 MB', () => {
    const file = (size: number) =>
      ok(attachment, { ...base, incidentId: 'i', name: 'a', type: '', size, path: 'p' });
    expect(file(25 * 1024 * 1024)).toBe(true);
    expect(file(25 * 1024 * 1024 + 1)).toBe(false);
  });

  test('of a comment: 10,000 characters, not counting the space around it', () => {
    const entry = { ...base, incidentId: 'i', sequence: 0, kind: 'comment' };
    expect(ok(timelineEvent, { ...entry, body: ` ${'x'.repeat(10_000)} ` })).toBe(true);
    expect(ok(timelineEvent, { ...entry, body: 'x'.repeat(10_001) })).toBe(false);
    expect(ok(timelineEvent, { ...entry, body: '\n' })).toBe(false);
    expect(ok(timelineEvent, { ...entry, kind: 'gossip', body: 'x' })).toBe(false);
  });

  test('of a slug', () => {
    const whole = {
      ...base,
      name: 'T',
      timezone: 'UTC',
      fallbackPeople: [],
      demonstration: false,
      lastIncidentNumber: 0,
    };
    for (const slug of ['a', 'pay-ments', 'x'.repeat(63)]) expect(ok(team, { ...whole, slug })).toBe(true);
    for (const slug of ['', '-a', 'a-', 'A', 'x'.repeat(64)])
      expect(ok(team, { ...whole, slug })).toBe(false);
  });
});
