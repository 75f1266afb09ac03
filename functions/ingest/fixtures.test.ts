import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { onRecording } from '#tests/recorded/on-recording.ts';
import { addSender } from '#tests/app/functions/senders.ts';

interface GrafanaGroup {
  readonly alerts: readonly object[];
}

/** The message that Grafana documents, of two versions. */
onRecording('fixtures/grafana', 2, (folder) => {
  let stage: FunctionsStage;
  beforeEach(async () => {
    stage = await FunctionsStage.open();
  });
  afterEach(() => stage.close());

  test.each(['webhook-documented.json', 'webhook-documented-9.json'])(
    'the documented message of Grafana opens an alert, and its resolved message resolves it: %s',
    async (file) => {
      const key = await addSender(stage, 'grafana');
      const body = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as GrafanaGroup;
      const { status, json } = await stage.http(`/in/grafana/${key}`, body);
      expect([status, json]).toEqual([200, { status: 'success', message: 'Received.', dedup_key: '{}:{}' }]);
      const opened = await stage.onlyAlert();
      expect(opened).toMatchObject({
        status: 'open',
        firing: 2,
        severity: 'error',
        summary: 'This alert was triggered for zone us-1 (and 1 more)',
        labels: { team: 'blue' },
        startsAt: Date.UTC(2021, 9, 12, 7, 51, 3, 157),
      });
      expect(opened.links.map(({ text }) => text)).toEqual([
        ...['Runbook', 'Source', 'Silence in Grafana', 'Source', 'Silence in Grafana', 'Grafana'],
      ]);
      expect((await stage.page(opened.pageId ?? '')).status).toBe('notifying');
      const alerts = body.alerts.map((one) => ({ ...one, status: 'resolved' }));
      await stage.http(`/in/grafana/${key}`, { ...body, status: 'resolved', state: 'ok', alerts });
      expect(await stage.onlyAlert()).toMatchObject({ id: opened.id, status: 'resolved', firing: 0 });
    },
  );
});

/** Messages recorded from Alertmanager, unchanged but for the key in those to PagerDuty. */
onRecording('fixtures/alertmanager', 2, (folder) => {
  const recorded = (name: string): object => {
    const { body } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { body: object };
    return 'routing_key' in body ? { ...body, routing_key: demoKeys.payments } : body;
  };
  let stage: FunctionsStage;
  beforeEach(async () => {
    stage = await FunctionsStage.open();
  });
  afterEach(() => stage.close());

  test.each([
    ['its webhook', 'alertmanager_webhook', `/in/alertmanager/${demoKeys.checkout}`, 200],
    ['its PagerDuty notifications', 'pagerduty_v2_enqueue', '/v2/enqueue', 202],
  ])('firing, changed and resolved make one alert: %s', async (_, file, route, status) => {
    expect((await stage.http(route, recorded(`${file}.01.json`))).status).toBe(status);
    const opened = await stage.onlyAlert();
    expect(opened).toMatchObject({ status: 'open', count: 1, firing: 2, severity: 'critical' });
    expect((await stage.page(opened.pageId ?? '')).status).toBe('notifying');

    await stage.http(route, recorded(`${file}.02.json`));
    expect(await stage.onlyAlert()).toMatchObject({ id: opened.id, status: 'open', count: 2, firing: 1 });

    await stage.http(route, recorded(`${file}.03.json`));
    expect(await stage.onlyAlert()).toMatchObject({ id: opened.id, status: 'resolved', count: 2, firing: 0 });
    expect((await stage.page(opened.pageId ?? '')).status).toBe('cancelled');

    await stage.http(route, recorded(`${file}.04.json`));
    expect((await stage.newAlerts()).map((one) => one.status).sort()).toEqual(['open', 'resolved']);
  });
});
