import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#demo/team/setup.ts';
import { FunctionsStage } from '#tests/functions/stage.ts';
import { onRecording } from '#tests/oracles/on-recording.ts';

/** Messages recorded from Alertmanager, unchanged. */
onRecording('fixtures/alertmanager', 2, (folder) => {
  const recorded = (name: string): unknown =>
    (JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { body: unknown }).body;
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
