import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { attachmentSchema } from './attachment/schema.ts';
import { idSchema, multilineTextSchema, optionalLineSchema, textSchema, timezoneSchema } from './base.ts';
import { policySchema } from './policy/schema.ts';
import { overrideSchema, scheduleSchema } from './schedule/schema.ts';
import { teamSchema } from './team/schema.ts';
import { timelineEventSchema } from './timeline/schema.ts';

const base = { id: 'x', teamId: 't', createdAt: 1, createdBy: 'ada', revision: 1 };
const ok = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

test('time zones are names of the time zone database', () => {
  for (const zone of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'])
    expect(ok(timezoneSchema, zone)).toBe(true);
  for (const zone of ['', 'Mars/Olympus', '+01:00', 'Berlin']) expect(ok(timezoneSchema, zone)).toBe(false);
});

test('an id is one path segment', () => {
  for (const good of ['a', 'Zz-_09', 'x'.repeat(128)]) expect(ok(idSchema, good)).toBe(true);
  for (const bad of ['', 'a/b', '.', '..', 'ä', '__x__', '!.1', 'x'.repeat(129)])
    expect(ok(idSchema, bad)).toBe(false);
});

describe('a text', () => {
  const controls = [
    ...Array.from({ length: 32 }, (_, code) => code),
    ...Array.from({ length: 33 }, (_, index) => 0x7f + index),
    ...[0x2028, 0x2029],
  ].map((code) => `a${String.fromCodePoint(code)}b`);

  test('of one line has no control character', () => {
    const [line, optional] = [textSchema(20), optionalLineSchema(20)];
    const accepted = controls.filter((text) => ok(line, text) || ok(optional, text));
    expect(accepted).toEqual([]);
    for (const text of ['Ada', ' Ada\n', 'Zoë 🙂', 'a\u00A0b', 'שלום', '👩‍💻'])
      expect(ok(line, text)).toBe(true);
    expect(v.parse(line, ' Ada\n')).toBe('Ada');
  });

  test('of several lines may have control characters', () => {
    expect(controls.filter((text) => !ok(multilineTextSchema(20), text))).toEqual([]);
  });
});

describe('the limits', () => {
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
    expect(ok(policySchema, whole)).toBe(true);
    expect(ok(policySchema, { ...whole, steps: [...whole.steps, step] })).toBe(false);
    expect(ok(policySchema, { ...whole, steps: [] })).toBe(false);
    expect(ok(policySchema, { ...whole, repeat: 10 })).toBe(false);
    for (const delayMinutes of [0, 1_441, 1.5]) {
      expect(ok(policySchema, { ...whole, steps: [{ ...step, delayMinutes }] })).toBe(false);
    }
    const targets = Array.from({ length: 11 }, () => ({ kind: 'team' }));
    expect(ok(policySchema, { ...whole, steps: [{ ...step, targets }] })).toBe(false);
  });

  test('of an override: 90 days, and the end after the start', () => {
    const span = (startsAt: number, endsAt: number) =>
      ok(overrideSchema, { ...base, scheduleId: 's', userId: 'lin', insteadOf: null, startsAt, endsAt });
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
    const of = (layers: readonly unknown[]) =>
      ok(scheduleSchema, { ...base, name: 'S', timezone: 'UTC', layers });
    expect(of(Array.from({ length: 10 }, () => layer(50)))).toBe(true);
    expect(of(Array.from({ length: 11 }, () => layer(1)))).toBe(false);
    expect(of([layer(51)])).toBe(false);
    expect(of([layer(0)])).toBe(false);
  });

  test('of a file: 25 MB', () => {
    const file = (size: number) =>
      ok(attachmentSchema, { ...base, incidentId: 'i', name: 'a', type: '', size, path: 'p' });
    expect(file(25 * 1024 * 1024)).toBe(true);
    expect(file(25 * 1024 * 1024 + 1)).toBe(false);
  });

  test('of a comment: 10,000 characters, not counting the space around it', () => {
    const entry = { ...base, incidentId: 'i', sequence: 0, kind: 'comment' };
    expect(ok(timelineEventSchema, { ...entry, body: ` ${'x'.repeat(10_000)} ` })).toBe(true);
    expect(ok(timelineEventSchema, { ...entry, body: 'x'.repeat(10_001) })).toBe(false);
    expect(ok(timelineEventSchema, { ...entry, body: '\n' })).toBe(false);
    expect(ok(timelineEventSchema, { ...entry, kind: 'gossip', body: 'x' })).toBe(false);
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
    for (const slug of ['a', 'pay-ments', 'x'.repeat(63)])
      expect(ok(teamSchema, { ...whole, slug })).toBe(true);
    for (const slug of ['', '-a', 'a-', 'A', 'x'.repeat(64)])
      expect(ok(teamSchema, { ...whole, slug })).toBe(false);
  });
});
