import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { FunctionsStage, errorOf } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const declare = (...given: Parameters<FunctionsStage['declare']>) => stage.declare(...given);
const fire = async () => {
  await stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    payload: { summary: 'Declines', source: 'monitor', severity: 'critical' },
  });
  return stage.onlyAlert();
};

describe('declaring', () => {
  test('numbers count up without a gap or a double, however many declare at once', async () => {
    const declared = await Promise.all(['diego', 'priya', 'lena', 'mei'].map((who) => declare(who)));
    expect(declared.map(({ number }) => number).sort()).toEqual([42, 43, 44, 45]);
  });

  test('numbers increase without a gap or a duplicate for simultaneous declarations', async () => {
    const { incidentId, pageIds } = await declare('priya', {
      page: [{ kind: 'policy', policyId: 'platform' }],
    });
    expect(await stage.incident(incidentId)).toMatchObject({
      number: 42,
      status: 'triage',
      roles: { commander: 'priya' },
    });
    expect(await stage.page(pageIds[0] ?? '')).toMatchObject({
      status: 'notifying',
      policyId: 'platform',
      subject: { kind: 'incident', incidentId },
    });
    const [first] = await stage.timeline(incidentId);
    expect(first).toMatchObject({ kind: 'declared', title: 'Checkout fails', createdBy: 'priya' });
  });

  test('the declarer becomes commander, and the first entry describes the incident', async () => {
    const refused = await errorOf(declare('priya', { serviceIds: ['checkout', 'nowhere'] }));
    expect(refused.error).toMatchObject({ code: 'invalid', field: 'serviceIds.1' });
  });

  test('from an alert links the alert and its page, and a second attempt is rejected with the incident', async () => {
    const alert = await fire();
    const { incidentId } = await declare('diego', { alertId: alert.id });
    expect(await stage.alert(alert.id)).toMatchObject({ incidentId });
    expect(await stage.page(alert.pageId ?? '')).toMatchObject({ incidentId, status: 'notifying' });
    const stored = stage.stored();
    const second = await errorOf(declare('priya', { alertId: alert.id }));
    expect(second.error?.code).toBe('conflict');
    expect(stage.stored()).toBe(stored);
    await stage.cloud.advance(5 * 60_000);
    const timeline = await stage.timeline(incidentId);
    expect(timeline.filter(({ kind }) => kind !== 'page').map(({ kind }) => kind)).toEqual([
      'declared',
      'alert',
    ]);
    // Earlier page events are copied from the alert's history.
    expect(timeline.flatMap((one) => (one.kind === 'page' ? [one.change] : []))).toEqual([
      'started',
      'notified',
      'notified',
    ]);
  });
});

describe('an unknown service is named in the error', () => {
  test('an incident’s room', async () => {
    const { incidentId } = await declare('diego');
    const asPriya = stage.call('priya', 'setSeverity', { incidentId, severity: 'SEV1' });
    expect((await errorOf(asPriya)).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('commander'),
    });
    expect(await stage.call('diego', 'setSeverity', { incidentId, severity: 'SEV2' })).toEqual({
      revision: 2,
      severity: 'SEV2',
    });
    await stage.call('mei', 'transitionIncident', { incidentId, to: 'fixing', note: 'Rolled back' });
    expect(await stage.incident(incidentId)).toMatchObject({
      status: 'fixing',
      severity: 'SEV2',
      revision: 3,
    });
  });

  test('status and severity can be changed by commander, operations and admins', async () => {
    const { incidentId, revision } = await declare('diego');
    await stage.call('diego', 'setSeverity', { incidentId, severity: 'SEV2', expectedRevision: revision });
    const late = stage.call('mei', 'transitionIncident', {
      incidentId,
      to: 'resolved',
      note: '',
      expectedRevision: revision,
    });
    expect((await errorOf(late)).error).toMatchObject({ code: 'conflict', currentRevision: 2 });
    expect((await stage.incident(incidentId)).status).toBe('triage');
  });

  test('a command with an outdated revision is rejected with a conflict', async () => {
    const { incidentId } = await declare('diego');
    const closed = stage.call('diego', 'transitionIncident', { incidentId, to: 'closed', note: '' });
    expect((await errorOf(closed)).error).toMatchObject({
      code: 'illegal_transition',
      from: 'triage',
      to: 'closed',
    });
  });

  test('an illegal transition is rejected with both statuses', async () => {
    const { incidentId } = await declare('diego', { severity: 'SEV1' });
    const to = (status: 'resolved' | 'closed', note: string) =>
      stage.call('diego', 'transitionIncident', { incidentId, to: status, note });
    await to('resolved', '');
    const before = stage.stored();
    for (const blank of ['', '  \n '])
      expect((await errorOf(to('closed', blank))).error).toMatchObject({
        code: 'invalid',
        field: 'note',
        message: expect.stringContaining('closing note'),
      });
    expect((await errorOf(to('closed', 'x'.repeat(10_001)))).error).toMatchObject({ field: 'note' });
    expect(stage.stored()).toBe(before);
    await to('closed', ' The certificate had expired. ');
    const closingNote = 'The certificate had expired.';
    expect(await stage.incident(incidentId)).toMatchObject({ status: 'closed', closingNote });
    expect((await stage.timeline(incidentId)).at(-1)).toMatchObject({ to: 'closed', note: closingNote });
  });

  test('a SEV1 closes only with a closing note', async () => {
    const { incidentId } = await declare('diego');
    await stage.call('diego', 'assignRole', { incidentId, role: 'commander', userId: 'lena' });
    expect((await stage.incident(incidentId)).roles.commander).toBe('diego');
    await stage.call('lena', 'acceptRole', { incidentId, role: 'commander', accept: true });
    expect(await stage.incident(incidentId)).toMatchObject({
      roles: { commander: 'lena' },
      offers: { commander: null },
    });
    const again = stage.call('lena', 'acceptRole', { incidentId, role: 'commander', accept: true });
    expect((await errorOf(again)).error?.code).toBe('not_found');
    const toViewer = stage.call('lena', 'assignRole', { incidentId, role: 'scribe', userId: 'tom' });
    expect((await errorOf(toViewer)).error).toMatchObject({ code: 'invalid', field: 'userId' });
  });

  test('an offered role is held once it is accepted', async () => {
    const alert = await fire();
    const from = await declare('diego', { alertId: alert.id });
    const into = await declare('diego');
    await stage.call('diego', 'mergeIncidents', { incidentId: from.incidentId, intoId: into.incidentId });
    expect(await stage.incident(from.incidentId)).toMatchObject({
      status: 'merged',
      mergedInto: into.incidentId,
    });
    expect((await stage.alert(alert.id)).incidentId).toBe(into.incidentId);
    expect((await stage.timeline(into.incidentId)).map((one) => one.kind).sort()).toEqual([
      'alert',
      'declared',
      'merged',
    ]);
    const back = stage.call('mei', 'mergeIncidents', {
      incidentId: into.incidentId,
      intoId: from.incidentId,
    });
    expect((await errorOf(back)).error?.code).toBe('already_resolved');
  });
});

describe('merging moves the alerts', () => {
  test('is hidden from other members and visible to owners and paged members', async () => {
    const { incidentId, pageIds } = await declare('diego', {
      private: true,
      page: [{ kind: 'people', userIds: ['kwame'] }],
    });
    expect(await stage.page(pageIds[0] ?? '')).toMatchObject({
      summary: 'Checkout fails',
      private: true,
      people: ['diego', 'kwame'],
    });
    const asMei = stage.call('mei', 'setSeverity', { incidentId, severity: 'SEV1' });
    expect((await errorOf(asMei)).error?.code).toBe('not_found');
    const asLena = stage.call('lena', 'joinIncident', { incidentId });
    expect((await errorOf(asLena)).error?.code).toBe('not_found');
    expect((await stage.incident(incidentId)).people).toEqual(['diego', 'kwame']);
    await stage.call('kwame', 'acknowledgePage', { pageId: pageIds[0] ?? '' });
    await stage.call('diego', 'assignRole', { incidentId, role: 'scribe', userId: 'lena' });
    await stage.call('lena', 'acceptRole', { incidentId, role: 'scribe', accept: true });
    await stage.call('amara', 'joinIncident', { incidentId });
    expect((await stage.incident(incidentId)).people).toEqual(['diego', 'kwame', 'lena', 'amara']);
  });
});
