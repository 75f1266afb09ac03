import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { subjectFields } from './command-spec.ts';
import {
  commandCatalogue,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  mayRun,
} from './commands.ts';

test.each(Object.entries(commandCatalogue))(
  '%s takes a team, a command id and the ids of its permission’s subject',
  (_, spec) => {
    expect(v.safeParse(spec.input, {}).success).toBe(false);
    const { of } = spec.permission;
    const ids = of === 'team' || of === 'nobody' ? [] : subjectFields[of];
    expect(Object.keys(spec.input.entries)).toEqual(expect.arrayContaining(['teamId', 'commandId', ...ids]));
  },
);

describe('mayRun', () => {
  const viewer = { userId: 'vic', role: 'viewer' } as const;
  const responder = { userId: 'lin', role: 'responder' } as const;
  const incident = {
    private: false,
    people: ['ada'],
    roles: { commander: 'ada', operations: null, communications: null, scribe: null },
  } as unknown as Incident;

  test('applies the permission of the catalogue', () => {
    expect(mayRun(responder, 'declareIncident')).toEqual({ allowed: true });
    expect(mayRun(viewer, 'declareIncident')).toEqual({
      allowed: false,
      reason: 'Only responders may declare incidents. You are a viewer.',
    });
    expect(mayRun(responder, 'transitionIncident', incident).allowed).toBe(false);
    expect(mayRun({ userId: 'ada', role: 'responder' }, 'transitionIncident', incident).allowed).toBe(true);
  });

  test('allows a responder to take a vacant role, and the commander to assign it', () => {
    const give = { incidentId: 'i', role: 'scribe', userId: 'sam' } as const;
    const take = { ...give, userId: 'lin' };
    expect(mayRun(responder, 'assignRole', incident, take).allowed).toBe(true);
    expect(mayRun(responder, 'assignRole', incident, give).allowed).toBe(false);
    expect(mayRun({ userId: 'ada', role: 'responder' }, 'assignRole', incident, give).allowed).toBe(true);
  });

  test('allows a viewer to answer a drill and no other page', () => {
    const page = (kind: 'drill' | 'alert') =>
      ({ subject: { kind }, private: false, people: [] }) as unknown as Page;
    expect(mayRun(viewer, 'acknowledgePage', page('drill')).allowed).toBe(true);
    expect(mayRun(viewer, 'acknowledgePage', page('alert')).allowed).toBe(false);
  });

  test('denies commands about a private incident to members outside it', () => {
    const alert = { private: true, people: ['ada'] } as unknown as Alert;
    expect(mayRun(responder, 'snoozeAlert', alert).allowed).toBe(false);
    expect(mayRun({ userId: 'ada', role: 'responder' }, 'snoozeAlert', alert).allowed).toBe(true);
  });
});

test('inputs and outputs are typed by name', () => {
  const input: CommandInput<'acknowledgePage'> = { teamId: 't', commandId: 'c', pageId: 'p' };
  const output: CommandOutput<'declareIncident'> = { revision: 1, incidentId: 'i', number: 1, pageIds: [] };
  const name: CommandName = 'declareIncident';
  expect(v.parse(commandCatalogue.acknowledgePage.input, input)).toEqual(input);
  expect([name, output.number]).toEqual(['declareIncident', 1]);
});

test('input limits are checked', () => {
  const declare = (title: string) =>
    v.safeParse(commandCatalogue.declareIncident.input, {
      teamId: 't',
      commandId: 'c',
      title,
      severity: 'SEV3',
      serviceIds: [],
      private: false,
      alertId: null,
      page: [],
    }).success;
  expect(declare('Checkout fails')).toBe(true);
  expect(declare('x'.repeat(140))).toBe(true);
  expect(declare('x'.repeat(141))).toBe(false);
  expect(declare('   ')).toBe(false);
});
