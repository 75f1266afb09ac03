/** Messages that users of similar tools have reported as lost, and their kinds in messages of our own. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { addSender } from '#tests/app/functions/senders.ts';
import { onRecording } from '#tests/recorded/on-recording.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const mark = '\uFEFF';
const webhook = `/in/alertmanager/${demoKeys.checkout}`;

onRecording('fixtures/reported', 4, (folder) => {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

  test('a summary of 1,024 characters with an emoji opens an alert unchanged', async () => {
    const message = JSON.parse(read('20-pagerduty-1024-characters.json')) as { payload: { summary: string } };
    const sent = { ...message, routing_key: demoKeys.payments };
    expect((await stage.http('/v2/enqueue', sent)).status).toBe(202);
    expect((await stage.onlyAlert()).summary).toBe(message.payload.summary);
  });

  test('ids of 19 digits make separate alerts', async () => {
    const key = await addSender(stage, 'json');
    const messages = read('21-json-large-ids.jsonl').trim().split('\n');
    for (const message of messages) await stage.http(`/in/json/${key}`, message);
    const keys = (await stage.newAlerts()).map(({ dedupKey }) => dedupKey).toSorted();
    expect(keys).toEqual(messages.map((message) => /"id":(\d+)/u.exec(message)?.[1]));
  });

  test('a message with a byte order mark opens an alert', async () => {
    const key = await addSender(stage, 'json');
    expect((await stage.http(`/in/json/${key}`, read('22-json-bom.json'))).status).toBe(200);
    expect(await stage.onlyAlert()).toMatchObject({ status: 'open' });
  });

  test('null annotations affect nothing else', async () => {
    expect((await stage.http(webhook, read('23-alertmanager-null-annotations.json'))).status).toBe(200);
    expect(await stage.onlyAlert()).toMatchObject({ status: 'open', severity: 'critical' });
  });
});

test('numbers beyond JavaScript’s precision keep their digits, and each resolves its own alert', async () => {
  const key = await addSender(stage, 'json');
  const send = (id: string, status = 'failing') =>
    stage.http(`/in/json/${key}`, `{"id": ${id}, "summary": "Disk ${id}", "status": "${status}"}`);
  await send('9007199254740993');
  await send('9007199254740992');
  await send('9007199254740993', 'ok');
  const alerts = await stage.newAlerts();
  expect(Object.fromEntries(alerts.map(({ dedupKey, status }) => [dedupKey, status]))).toEqual({
    '9007199254740992': 'open',
    '9007199254740993': 'resolved',
  });
});

describe('a byte order mark is skipped', () => {
  const alerts = [{ status: 'firing', labels: { severity: 'critical' }, startsAt: '2026-01-05T08:59:00Z' }];
  const group = { groupKey: 'g', status: 'firing', alerts };
  const payload = { summary: 'Disk', source: 'db-1', severity: 'critical' };

  test.each<[string, 'grafana' | 'json' | null, string, object]>([
    ['Alertmanager', null, webhook, { version: '4', ...group }],
    ['Grafana', 'grafana', '/in/grafana/', { version: '1', ...group }],
    ['plain JSON', 'json', '/in/json/', { id: 'g', summary: 'Disk', severity: 'critical' }],
    [
      'PagerDuty',
      null,
      '/v2/enqueue',
      { routing_key: demoKeys.payments, event_action: 'trigger', dedup_key: 'g', payload },
    ],
  ])('by the endpoint of %s', async (_, added, door, message) => {
    const address = added === null ? door : `${door}${await addSender(stage, added)}`;
    expect((await stage.http(address, mark + JSON.stringify(message))).status).toBeLessThan(300);
    expect(await stage.onlyAlert()).toMatchObject({ status: 'open', severity: 'critical' });
  });
});
