/** An incident from its declaration to its end, by a client that public tools made of the API's description. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addApiKey, apiClient } from '#tests/app/functions/api-client.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

test('a generated client declares, acknowledges, comments, changes the severity, resolves and reads the timeline', async () => {
  const client = apiClient(stage, await addApiKey(stage));
  const declared = await client.POST('/commands/declareIncident', {
    body: {
      title: 'Checkout fails',
      severity: 'SEV3',
      serviceIds: ['checkout'],
      alertId: null,
      page: [{ kind: 'people', userIds: ['jonas'] }],
    },
  });
  expect(declared.response.status).toBe(200);
  const { incidentId = '', pageIds = [] } = declared.data ?? {};
  const [pageId = ''] = pageIds;
  const acknowledged = await client.POST('/commands/acknowledgePage', { body: { pageId } });
  expect(acknowledged.data?.status).toBe('acknowledged');
  await client.POST('/commands/addComment', { body: { incidentId, body: 'Rolling back 4.2.' } });
  const worse = await client.POST('/commands/setSeverity', { body: { incidentId, severity: 'SEV1' } });
  expect(worse.data?.severity).toBe('SEV1');
  for (const to of ['investigating', 'resolved'] as const) {
    const moved = await client.POST('/commands/transitionIncident', { body: { incidentId, to, note: '' } });
    expect(moved.data?.status).toBe(to);
  }

  const incident = await client.GET('/incidents/{id}', { params: { path: { id: incidentId } } });
  expect(incident.data).toMatchObject({ title: 'Checkout fails', severity: 'SEV1', status: 'resolved' });
  const page = await client.GET('/pages/{id}', { params: { path: { id: pageId } } });
  expect(page.data).toMatchObject({ status: 'cancelled', acknowledgements: [{ userId: 'jonas' }] });
  const timeline = await client.GET('/incidents/{id}/timeline', { params: { path: { id: incidentId } } });
  const entries = timeline.data?.items ?? [];
  expect(entries.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['declared', 'page', 'comment', 'severity', 'status']),
  );
  expect(entries.find(({ kind }) => kind === 'comment')).toMatchObject({
    body: 'Rolling back 4.2.',
    createdBy: 'jonas',
    viaKey: 'Deploys 1',
  });
});
