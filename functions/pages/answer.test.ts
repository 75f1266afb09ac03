import { expectationOf } from '#domain/page/expectation.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { toDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let pageId: string;
let incidentId: string;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  const declared = await stage.call('amara', 'declareIncident', {
    title: 'Search is down',
    severity: 'SEV2',
    serviceIds: ['search'],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['lena', 'kwame'] }],
  });
  ({ incidentId } = declared);
  pageId = declared.pageIds[0] ?? '';
});
afterEach(() => stage.close());

test('of two simultaneous acknowledgements one succeeds, and the other gets the first holder’s name', async () => {
  const [lena, kwame] = await Promise.allSettled([
    stage.call('lena', 'acknowledgePage', { pageId }),
    stage.call('kwame', 'acknowledgePage', { pageId }),
  ]);
  expect([lena?.status, kwame?.status].sort()).toEqual(['fulfilled', 'rejected']);
  const { acknowledgements } = await stage.page(pageId);
  expect(acknowledgements).toHaveLength(1);
  const winner = acknowledgements[0]?.userId;
  const loser = winner === 'lena' ? 'kwame' : 'lena';
  const told = await errorOf(stage.call(loser, 'acknowledgePage', { pageId }));
  expect(told).toMatchObject({
    code: 'failed-precondition',
    error: { code: 'already_acknowledged', by: winner },
  });
});

test('the holder becomes a participant of the room', async () => {
  await stage.call('kwame', 'acknowledgePage', { pageId });
  expect((await stage.incident(incidentId)).people).toEqual(['amara', 'kwame']);
});

test('a page moves on when its step has no recipient left, or on request', async () => {
  await stage.call('lena', 'declinePage', { pageId, reason: 'On a plane' });
  expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', waitingFor: ['kwame'] });
  await stage.call('kwame', 'declinePage', { pageId, reason: '' });
  expect(await stage.page(pageId)).toMatchObject({ phase: 'fallback', waitingFor: ['jonas', 'mei'] });
  await stage.call('mei', 'escalatePage', { pageId, reason: 'Someone who knows search' });
  expect(await stage.page(pageId)).toMatchObject({ phase: 'owners', waitingFor: ['amara'] });
});

test('an escalation that arrives after an acknowledgement leaves the page with its holder', async () => {
  const expected = expectationOf(await stage.page(pageId));
  await stage.call('lena', 'acknowledgePage', { pageId });
  const before = await stage.page(pageId);
  for (const seen of [{ expected }, {}])
    expect(await errorOf(stage.call('mei', 'escalatePage', { pageId, reason: '', ...seen }))).toMatchObject({
      error: { code: 'already_acknowledged', by: 'lena' },
    });
  expect(await stage.page(pageId)).toEqual(before);
});

test('two simultaneous escalations start one step', async () => {
  const expected = expectationOf(await stage.page(pageId));
  const answers = await Promise.allSettled(
    ['mei', 'kwame'].map((who) => stage.call(who, 'escalatePage', { pageId, reason: '', expected })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await stage.page(pageId)).toMatchObject({ phase: 'policy', loop: 1, waitingFor: ['lena', 'kwame'] });
});

test('the last step can’t be escalated', async () => {
  while ((await stage.page(pageId)).phase !== 'owners')
    await stage.call('mei', 'escalatePage', { pageId, reason: '' });
  const before = await stage.page(pageId);
  expect(before).toMatchObject({ phase: 'owners', status: 'notifying' });
  expect(await errorOf(stage.call('mei', 'escalatePage', { pageId, reason: '' }))).toMatchObject({
    error: { code: 'no_one_on_call' },
  });
  expect(await stage.page(pageId)).toEqual(before);
});

test('the end of an incident cancels its pages', async () => {
  await stage.cloud.advance(1);
  await stage.call('amara', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  expect(await stage.page(pageId)).toMatchObject({ status: 'cancelled', nextAt: null });
  const before = await stage.page(pageId);
  await stage.cloud.advance(60 * minute);
  expect(await stage.page(pageId)).toEqual(before);
  const told = (await stage.timeline(incidentId)).map((one) =>
    one.kind === 'page' ? `page ${one.change}` : one.kind,
  );
  expect(told).toEqual(['declared', 'page started', 'page notified', 'status', 'page cancelled']);
});

test('paging a former member goes to the fallback at once, and the timeline records it', async () => {
  const whom = { kind: 'people' as const, userIds: ['nobody'] };
  const page = await stage.call('amara', 'page', { incidentId, whom, summary: 'Help' });
  expect(await stage.page(page.pageId)).toMatchObject({ phase: 'fallback', waitingFor: ['jonas', 'mei'] });
  const changes = (await stage.timeline(incidentId)).flatMap((one) =>
    one.kind === 'page' && one.pageId === page.pageId ? [one.change] : [],
  );
  expect(changes).toEqual(['started', 'skipped', 'notified']);
});

test('paging is rejected and changes nothing if no member can answer', async () => {
  for (const { id } of await stage.all(memberSchema, collectionPaths.members(teamId))) {
    if (id === 'diego') continue;
    const path = documentPaths.member(teamId, id);
    await stage.save(path, { ...(await stage.get(memberSchema, path)), role: 'viewer' });
  }
  const stored = stage.stored();
  const whom = { kind: 'people' as const, userIds: ['lena'] };
  const refused = await errorOf(stage.call('diego', 'page', { incidentId, whom, summary: 'Help' }));
  expect(refused.error?.code).toBe('no_one_on_call');
  expect(stage.stored()).toBe(stored);
});

test('a page handed to a responder no longer notifies its earlier holder once the responder acknowledges', async () => {
  await stage.call('lena', 'acknowledgePage', { pageId });
  await stage.call('lena', 'handOverPage', { pageId, userId: 'diego' });
  expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', waitingFor: ['diego'] });
  await stage.call('diego', 'acknowledgePage', { pageId });
  expect((await stage.incident(incidentId)).people).toContain('diego');
  expect(await stage.page(pageId)).toMatchObject({
    status: 'acknowledged',
    acknowledgements: [{ userId: 'diego' }],
  });
});

test('a page can be handed to a responder of the team only', async () => {
  const before = await stage.page(pageId);
  expect(await errorOf(stage.call('lena', 'handOverPage', { pageId, userId: 'tom' }))).toMatchObject({
    error: { code: 'invalid', message: 'Viewers are never paged. Choose somebody else.' },
  });
  expect(await errorOf(stage.call('lena', 'handOverPage', { pageId, userId: 'gone' }))).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await stage.page(pageId)).toEqual(before);
});

test('a responder can page again from the first step', async () => {
  await stage.call('lena', 'acknowledgePage', { pageId });
  expect(await errorOf(stage.call('tom', 'repage', { pageId }))).toMatchObject({
    error: { code: 'forbidden' },
  });
  await stage.call('amara', 'repage', { pageId });
  expect(await stage.page(pageId)).toMatchObject({
    status: 'notifying',
    waitingFor: ['lena', 'kwame'],
    acknowledgements: [],
  });
  const told = (await stage.timeline(incidentId)).filter((one) => one.kind === 'page');
  expect(told.find(({ change }) => change === 'repaged')).toMatchObject({ createdBy: 'amara' });
  expect(await errorOf(stage.call('amara', 'repage', { pageId }))).toMatchObject({
    error: { code: 'illegal_transition' },
  });
});

test('a page given back by its holder asks again at its position', async () => {
  await stage.call('lena', 'acknowledgePage', { pageId });
  const before = await stage.page(pageId);
  expect(await errorOf(stage.call('kwame', 'handBackPage', { pageId }))).toMatchObject({
    error: { code: 'forbidden', message: 'Only who has acknowledged a page gives it back.' },
  });
  expect(await stage.page(pageId)).toEqual(before);
  await stage.call('lena', 'handBackPage', { pageId });
  expect(await stage.page(pageId)).toMatchObject({
    status: 'notifying',
    step: before.step,
    waitingFor: ['lena', 'kwame'],
    acknowledgements: [],
  });
  const told = (await stage.timeline(incidentId)).filter((one) => one.kind === 'page');
  expect(told.find(({ change }) => change === 'handed-back')).toMatchObject({ createdBy: 'lena' });
});

test('an unanswered page can’t be paged again after its incident', async () => {
  await stage.cloud.advance(120 * minute);
  expect(await stage.page(pageId)).toMatchObject({ status: 'exhausted' });
  await stage.call('amara', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
  const before = await stage.page(pageId);
  expect(await errorOf(stage.call('amara', 'repage', { pageId }))).toMatchObject({
    error: { code: 'already_resolved', message: 'This incident is resolved: nobody is paged for it.' },
  });
  expect(await stage.page(pageId)).toEqual(before);
});

test('the holders of a page are those who acknowledged it, while they hold it', async () => {
  const holders = async () => (await stage.page(pageId)).holders;
  expect(await holders()).toEqual([]);
  await stage.call('lena', 'acknowledgePage', { pageId });
  expect(await holders()).toEqual(['lena']);
  await stage.call('lena', 'handOverPage', { pageId, userId: 'diego' });
  expect(await holders()).toEqual([]);
  await stage.call('diego', 'acknowledgePage', { pageId });
  expect(await holders()).toEqual(['diego']);
});

test('a page acknowledged before holders were stored gets them from the sweep', async () => {
  await stage.call('lena', 'acknowledgePage', { pageId });
  const { holders: _, ...before } = await stage.page(pageId);
  await stage.server.docs.batch([
    { type: 'set', path: documentPaths.page(teamId, pageId), data: toDocument(before) },
    { type: 'delete', path: serverPaths.sweepState('pageHolders') },
  ]);
  await stage.cloud.advance(61_000);
  expect((await stage.page(pageId)).holders).toEqual(['lena']);
});
