/** The audit of every command: written with it, by one place for the whole catalogue. */
import { commandRecordId } from '#api/command-record.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntrySchema, auditLimits } from '#domain/audit/schema.ts';
import { constants, day } from '#domain/constants.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const entries = () => stage.all(auditEntrySchema, collectionPaths.audit(teamId));
const placeOf = (userId: string, commandId: string, team = teamId) =>
  documentPaths.auditEntry(team, commandRecordId(userId, commandId));
/** The entry of Diego's command. */
const entryOf = (commandId: string, userId = 'diego') =>
  stage.get(auditEntrySchema, placeOf(userId, commandId));
const declaration = {
  title: 'Checkout fails',
  severity: 'SEV3',
  serviceIds: ['checkout'],
  private: false,
  alertId: null,
  page: [],
} as const;
const declare = (more: object = {}) =>
  stage.call('diego', 'declareIncident', { ...declaration, serviceIds: ['checkout'], page: [], ...more });

test('an entry contains author, subject and the fields before and after', async () => {
  const { incidentId } = await declare();
  const at = stage.server.clock.now();
  await stage.call('diego', 'setSeverity', { commandId: 'worse', incidentId, severity: 'SEV1' });
  const incident = await stage.incident(incidentId);
  expect(await entryOf('worse')).toMatchObject({
    id: commandRecordId('diego', 'worse'),
    teamId,
    createdAt: at,
    createdBy: 'diego',
    byName: expect.stringContaining('Diego'),
    command: 'setSeverity',
    subject: { kind: 'incident', id: incidentId, label: `#${incident.number} Checkout fails` },
    about: `incident:${incidentId}`,
    incidentId,
    automatic: false,
    changes: [
      {
        kind: 'incident',
        id: incidentId,
        change: 'changed',
        fields: [{ field: 'severity', before: '"SEV3"', after: '"SEV1"' }],
      },
    ],
    omitted: 0,
  });
});

test('a repeated or simultaneous command has one entry', async () => {
  await Promise.all(Array.from({ length: 4 }, () => declare({ commandId: 'same' })));
  await declare({ commandId: 'same' });
  expect((await entries()).map(({ id }) => id)).toEqual([commandRecordId('diego', 'same')]);
});

test('a rejected command has no entry', async () => {
  await errorOf(
    stage.call('tom', 'saveTeam', { name: 'Mine', timezone: 'UTC', fallbackPeople: [], mailDomains: [] }),
  );
  await errorOf(stage.call('diego', 'setSeverity', { incidentId: 'none', severity: 'SEV1' }));
  expect(await entries()).toEqual([]);
});

test('a command without an effect has an entry without changes', async () => {
  const settings = { name: 'Harbour', timezone: 'UTC', fallbackPeople: [], mailDomains: [] };
  await stage.call('jonas', 'saveTeam', settings);
  await stage.call('jonas', 'saveTeam', { ...settings, commandId: 'again' });
  expect(await entryOf('again', 'jonas')).toMatchObject({ about: `team:${teamId}`, changes: [] });
});

test.each([
  ['a new team', 'createTeam', 'team'],
  ['a runbook', 'saveRunbook', 'runbook'],
  ['a device', 'registerDevice', 'device'],
] as const)('the subject of %s is that of its command', async (_, name, kind) => {
  const inputs = {
    createTeam: { teamId: 'new', name: 'New', timezone: 'UTC', displayName: 'Jonas W.' },
    saveRunbook: {
      runbookId: 'new',
      name: 'New',
      severities: [],
      serviceIds: [],
      steps: [{ id: 's', text: 'Look' }],
    },
    registerDevice: { deviceId: 'new', registration: null, label: 'Phone', userAgent: 'A browser' },
  };
  const client = await stage.person('jonas');
  await client.functions.call(name, { teamId, commandId: 'c', ...inputs[name] });
  const place = placeOf('jonas', 'c', name === 'createTeam' ? 'new' : teamId);
  const entry = await stage.get(auditEntrySchema, place);
  const byName = name === 'createTeam' ? 'Jonas W.' : 'Jonas Weber';
  expect(entry).toMatchObject({ subject: { kind, id: 'new' }, automatic: name === 'registerDevice', byName });
});

describe('secrets', () => {
  test('a push registration is hidden in entries, and its change is shown', async () => {
    const { messaging } = await stage.person('diego');
    const { id: registration } = await messaging.register({ ask: true });
    const input = { deviceId: 'd', registration, label: 'Phone', userAgent: 'Very particular 1.0' };
    await stage.call('diego', 'registerDevice', { ...input, commandId: 'c' });
    const text = JSON.stringify(await entries());
    expect(text).not.toContain(registration);
    expect(text).not.toContain('Very particular');
    const [change] = (await entryOf('c')).changes;
    expect(change?.fields).toContainEqual({ field: 'registration', before: null, after: '"(hidden)"' });
  });

  test('a withdrawn comment’s text is in no entry', async () => {
    const { incidentId } = await declare();
    const { docs } = await stage.person('diego');
    const base = {
      id: 'e',
      teamId,
      incidentId,
      createdBy: 'diego',
      createdAt: serverTimestamp(),
      revision: 1,
    };
    const path = documentPaths.timelineEvent(teamId, incidentId, 'e');
    await docs.write({ type: 'set', path, data: { ...base, sequence: 0, kind: 'comment', body: 'hunter2' } });
    await stage.call('diego', 'withdrawEntry', { incidentId, entryId: 'e', commandId: 'c' });
    expect(await entryOf('c')).toMatchObject({ subject: { kind: 'timelineEvent', id: 'e' }, incidentId });
    expect(JSON.stringify(await entries())).not.toContain('hunter2');
  });
});

test('an entry is limited in size, however much a command changes', async () => {
  const steps = Array.from({ length: 50 }, (_, n) => ({ id: `s${n}`, text: 'x'.repeat(500) }));
  const runbook = { runbookId: 'long', name: 'Long', severities: [], serviceIds: [], steps };
  await stage.call('jonas', 'saveRunbook', { ...runbook, commandId: 'c' });
  const entry = await entryOf('c', 'jonas');
  const values = entry.changes.flatMap(({ fields }) =>
    fields.flatMap(({ before, after }) => [before, after]),
  );
  expect(Math.max(...values.map((value) => value?.length ?? 0))).toBe(auditLimits.value + 1);
});

test('an entry of a private incident can be read by owners only', async () => {
  const { incidentId } = await declare({ private: true, commandId: 'c' });
  const path = placeOf('diego', 'c');
  expect((await entryOf('c')).incidentId).toBe(incidentId);
  const reads = async (who: string) =>
    (await stage.person(who)).docs.get(path, { source: 'server' }).then(
      ({ data }) => data !== null,
      () => false,
    );
  expect(await Promise.all(['amara', 'jonas', 'diego', 'tom'].map(reads))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('the audit adds one write to a command', async () => {
  const count = async () => {
    const { services } = stage.cloud.snapshot();
    return (services as unknown as { docs: { docs: readonly unknown[] } }).docs.docs.length;
  };
  const before = await count();
  await declare();
  // The incident, its timeline entry, the command record; and the audit entry. The team is changed in place.
  expect((await count()) - before).toBe(4);
});

test('entries are removed after 400 days, and not before', async () => {
  await declare({ commandId: 'old' });
  const old = await entryOf('old');
  const aged = (id: string, days: number) =>
    stage.save(documentPaths.auditEntry(teamId, id), {
      ...old,
      id,
      createdAt: stage.server.clock.now() - days * day,
    });
  await aged('older', constants.auditDays + 1);
  await aged('kept', constants.auditDays - 1);
  for (let n = 0; n < 450; n++) await aged(`many-${n}`, constants.auditDays + 2);
  await stage.cloud.advance(61_000);
  const first = (await entries()).length;
  expect(first).toBeLessThan(100);
  await stage.cloud.advance(61_000);
  expect((await entries()).map(({ id }) => id).toSorted()).toEqual([old.id, 'kept'].toSorted());
});
