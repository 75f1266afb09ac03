import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import {
  incidentSchema as schema,
  incidentStatuses,
  roomRoles,
  severities,
  type Incident,
} from './schema.ts';
import { changeIncident, declareIncident, statusesOnOffer, type IncidentCommand } from './transitions.ts';
import { roleAction } from './roles.ts';
import { rolesOf } from './roles.ts';
import { isFinal, isLive } from './status.ts';

const declare = (severity: Incident['severity'] = 'SEV3') =>
  declareIncident(
    {
      id: 'i',
      teamId: 't',
      number: 7,
      title: 'Checkout fails',
      severity,
      serviceIds: ['s'],
      private: false,
    },
    { by: 'ada', now: 1_000 },
  ).state;

function after(state: Incident, ...steps: readonly [IncidentCommand, string][]): Incident {
  return steps.reduce((incident, [command, by], index) => {
    const outcome = changeIncident(incident, command, { by, now: 2_000 + index });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.state;
  }, state);
}
const to = (status: Incident['status'], note = ''): IncidentCommand => ({
  kind: 'transition',
  to: status,
  note,
});

// The legal edges, by hand. Merging has its own command.
const legal: Record<Incident['status'], readonly Incident['status'][]> = {
  triage: ['investigating', 'fixing', 'monitoring', 'resolved', 'declined'],
  investigating: ['fixing', 'monitoring', 'resolved'],
  fixing: ['investigating', 'monitoring', 'resolved'],
  monitoring: ['investigating', 'fixing', 'resolved'],
  resolved: ['investigating', 'fixing', 'monitoring', 'closed'],
  closed: [],
  declined: [],
  merged: [],
};

describe('ending an incident', () => {
  const end = (
    status: Incident['status'],
    choices: Omit<Extract<IncidentCommand, { kind: 'transition' }>, 'kind' | 'to' | 'note'>,
  ) => {
    const before = status === 'closed' ? after(declare(), [to('resolved'), 'ada']) : declare();
    return changeIncident(
      before,
      { kind: 'transition', to: status, note: '', ...choices },
      { by: 'ada', now: 3_000 },
    );
  };

  test('resolves its alerts only if chosen, and only with an ending status', () => {
    const effects = (status: Incident['status'], resolveAlerts: boolean) => {
      const outcome = end(status, { resolveAlerts });
      return outcome.ok ? outcome.effects.map(({ kind }) => kind) : outcome.error.code;
    };
    expect(effects('resolved', true)).toEqual(['end-pages', 'resolve-alerts']);
    expect(effects('closed', true)).toEqual(['resolve-alerts']);
    expect(effects('declined', true)).toEqual(['end-pages', 'resolve-alerts']);
    expect(effects('resolved', false)).toEqual(['end-pages']);
    expect(effects('fixing', true)).toEqual([]);
  });

  test('is rejected for closing while tasks are open, unless leaving them is chosen', () => {
    expect(end('closed', { openTasks: 2 })).toMatchObject({
      ok: false,
      error: {
        code: 'invalid',
        field: 'leaveTasks',
        message: expect.stringMatching(/^2 tasks are still open/),
      },
    });
    expect(end('closed', { openTasks: 2, leaveTasks: true })).toMatchObject({ state: { status: 'closed' } });
    expect(end('closed', {})).toMatchObject({ state: { status: 'closed' } });
    expect(end('resolved', { openTasks: 2 })).toMatchObject({ state: { status: 'resolved' } });
  });
});

const person = fc.constantFrom('ada', 'lin', 'sam');
const role = fc.constantFrom(...roomRoles);
const command: fc.Arbitrary<IncidentCommand> = fc.oneof(
  fc.record({
    kind: fc.constant('transition' as const),
    to: fc.constantFrom(...incidentStatuses),
    note: fc.constantFrom('', ' ', 'The certificate is renewed by a job now.'),
  }),
  fc.record({ kind: fc.constant('set-severity' as const), severity: fc.constantFrom(...severities) }),
  fc.record({ kind: fc.constant('offer-role' as const), role, userId: person }),
  fc.record({ kind: fc.constant('answer-offer' as const), role, accept: fc.boolean() }),
  fc.record({
    kind: fc.constant('merge-into' as const),
    intoId: fc.constantFrom('i', 'other'),
    intoNumber: fc.constant(8),
  }),
  fc.constant({ kind: 'merged-from', fromId: 'other', fromNumber: 8, people: ['ada'] } as const),
  fc.constantFrom({ kind: 'join' } as const, { kind: 'publish-postmortem' } as const),
);
const script = fc.array(fc.tuple(command, person), { maxLength: 40 });

/** Runs a script; `look` gets every command that was carried out. */
function run(
  start: Incident,
  steps: readonly (readonly [IncidentCommand, string])[],
  look: (before: Incident, next: Incident, by: string, now: number, events: number) => void,
): void {
  let state = start;
  for (const [index, [what, by]] of steps.entries()) {
    const now = 2_000 + index;
    const copy = JSON.stringify(state);
    const outcome = changeIncident(state, what, { by, now });
    expect(JSON.stringify(state)).toBe(copy);
    if (!outcome.ok) continue;
    look(state, outcome.state, by, now, outcome.events.length);
    state = outcome.state;
  }
}

test('no sequence of commands reaches an illegal state', () => {
  assertProperty(
    fc.property(script, fc.constantFrom(...severities), (steps, severity) => {
      run(declare(severity), steps, (before, next, _by, now, events) => {
        const moved = next.status !== before.status;
        const merged = next.status === 'merged' && isLive(before);
        expect(!moved || merged || legal[before.status].includes(next.status)).toBe(true);
        expect(moved ? next.times[`${next.status}At`] : now).toBe(now);
        const written = next.postmortemPublished || next.closingNote !== null;
        expect(moved && next.status === 'closed' && next.severity < 'SEV3' && !written).toBe(false);
        expect(next.closingNote === null || next.status === 'closed').toBe(true);
        expect(legal[before.status].length > 0 || next === before).toBe(true);
        expect(next.revision).toBe(next === before ? before.revision : before.revision + 1);
        expect(next === before ? events : 0).toBe(0);
        expect(next.people).toContain(next.roles.commander);
        expect(next.times.resolvedAt !== null).toBe(next.status === 'resolved' || next.status === 'closed');
        expect(v.parse(schema, next)).toEqual(next);
      });
    }),
    { numRuns: 300 },
  );
});

test('a role passes only to the member who accepts or takes the role', () => {
  assertProperty(
    fc.property(script, (steps) => {
      run(declare(), steps, (before, next, by) => {
        const changedHands = roomRoles.filter((one) => next.roles[one] !== before.roles[one]);
        expect(changedHands.map((one) => next.roles[one])).toEqual(changedHands.map(() => by));
      });
    }),
  );
});

test('every transition is allowed or rejected exactly as in the table', () => {
  for (const status of incidentStatuses) {
    expect(isFinal({ status })).toBe(legal[status].length === 0);
    const state: Incident = { ...declare(), status, postmortemPublished: true };
    const accepted = incidentStatuses.filter(
      (next) => changeIncident(state, to(next), { by: 'ada', now: 5_000 }).ok,
    );
    expect(accepted.toSorted()).toEqual(legal[status].toSorted());
    expect(
      statusesOnOffer(state)
        .map((one) => one.to)
        .toSorted(),
    ).toEqual(accepted.toSorted());
  }
});

describe('handing a role over', () => {
  test('leaves the commander in the role until the other member accepts', () => {
    const offered = after(declare(), [{ kind: 'offer-role', role: 'commander', userId: 'lin' }, 'ada']);
    expect(offered.roles.commander).toBe('ada');
    const taken = after(offered, [{ kind: 'answer-offer', role: 'commander', accept: true }, 'lin']);
    expect(taken.roles.commander).toBe('lin');
    expect(taken.offers.commander).toBeNull();
    expect(taken.people).toEqual(['ada', 'lin']);
    expect(rolesOf(taken, 'lin')).toEqual(['commander']);
  });

  test('leaves the role with the holder when declined, and only the asked member can answer', () => {
    const offered = after(declare(), [{ kind: 'offer-role', role: 'commander', userId: 'lin' }, 'ada']);
    const stranger = changeIncident(
      offered,
      { kind: 'answer-offer', role: 'commander', accept: true },
      { by: 'sam', now: 5_000 },
    );
    expect(stranger).toMatchObject({ ok: false, error: { code: 'not_found' } });
    const refused = after(offered, [{ kind: 'answer-offer', role: 'commander', accept: false }, 'lin']);
    expect(refused.roles.commander).toBe('ada');
    expect(refused.offers.commander).toBeNull();
  });

  test('taking a vacant role needs a lower permission than taking a held one', () => {
    expect(roleAction(declare(), 'scribe', 'lin', 'lin')).toBe('takeRole');
    expect(roleAction(declare(), 'commander', 'lin', 'lin')).toBe('assignRole');
    expect(roleAction(declare(), 'scribe', 'lin', 'ada')).toBe('assignRole');
  });
});

describe('closing an incident', () => {
  const note = 'The certificate had expired. A job renews it now.';
  const closing = (state: Incident) => statusesOnOffer(state).find((one) => one.to === 'closed');

  test('with SEV1 or SEV2 needs a closing note or a published postmortem, with SEV3 neither', () => {
    for (const severity of ['SEV1', 'SEV2'] as const) {
      const resolved = after(declare(severity), [to('resolved'), 'ada']);
      for (const blank of ['', ' \n '])
        expect(changeIncident(resolved, to('closed', blank), { by: 'ada', now: 9_000 })).toMatchObject({
          ok: false,
          error: {
            code: 'invalid',
            field: 'note',
            message: `A ${severity} closes with a closing note: what happened, and what changes because of it. Write one, then close the incident.`,
          },
        });
      expect(closing(resolved)).toEqual({ to: 'closed', needsNote: true });
      const closed = after(resolved, [to('closed', ` ${note} `), 'ada']);
      expect(closed).toMatchObject({ status: 'closed', closingNote: note });
      const published = after(resolved, [{ kind: 'publish-postmortem' }, 'ada']);
      expect(closing(published)).toEqual({ to: 'closed', needsNote: false });
      expect(after(published, [to('closed'), 'ada'])).toMatchObject({ status: 'closed', closingNote: null });
    }
    const mild = after(declare('SEV3'), [to('resolved'), 'ada']);
    expect(closing(mild)).toEqual({ to: 'closed', needsNote: false });
    expect(after(mild, [to('closed'), 'ada'])).toMatchObject({ status: 'closed', closingNote: null });
  });

  test('adds the closing note to the timeline', () => {
    const resolved = after(declare('SEV1'), [to('resolved'), 'ada']);
    expect(changeIncident(resolved, to('closed', note), { by: 'ada', now: 9_000 })).toMatchObject({
      events: [{ entry: { kind: 'status', from: 'resolved', to: 'closed', note } }],
    });
  });

  test('keeps incidents stored before closing notes readable', () => {
    const { closingNote: _, ...older } = declare();
    expect(v.parse(schema, older).closingNote).toBeNull();
  });

  test('resolving, declining and merging end the pages of the incident', () => {
    const commands: readonly IncidentCommand[] = [
      to('resolved'),
      to('declined'),
      { kind: 'merge-into', intoId: 'other', intoNumber: 8 },
    ];
    for (const end of commands) {
      expect(changeIncident(declare(), end, { by: 'ada', now: 5_000 })).toMatchObject({
        ok: true,
        effects: [{ kind: 'end-pages', incidentId: 'i' }],
      });
    }
    expect(changeIncident(declare(), to('fixing'), { by: 'ada', now: 5_000 })).toMatchObject({ effects: [] });
  });
});
