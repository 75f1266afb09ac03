/** Messages recorded from a real Alertmanager go in unchanged: as its own webhook, and in the shape of PagerDuty. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signalOf, ingestSignals } from '#domain/ingest/ingest.fixture.ts';
import { onRecording } from './on-recording.ts';

onRecording('fixtures/alertmanager', 11, (folder) => {
  const recorded = readdirSync(folder).toSorted();
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');

  test.each(['alertmanager_webhook', 'pagerduty_v2_enqueue'])(
    '%s: firing, partly resolved and resolved make one alert',
    (sender) => {
      const file = (number: number) => signalOf(text(`${sender}.0${number}.json`));
      const [one, ...others] = ingestSignals([file(1), file(1), file(2)]);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ status: 'open', count: 3, firing: 1, severity: 'critical' });
      const [same, ...more] = ingestSignals([file(1), file(1), file(2), file(3), file(3)]);
      expect(more).toEqual([]);
      expect(same).toMatchObject({ status: 'resolved', count: 3, firing: 0 });
      const both = ingestSignals([file(1), file(4), file(3)]);
      expect(both.map(({ status, severity }) => [status, severity])).toEqual([
        ['resolved', 'critical'],
        ['open', 'warning'],
      ]);
    },
  );

  test('what they say is read', () => {
    expect(signalOf(text('alertmanager_webhook.01.json'))).toEqual({
      dedupKey: '{}:{alertname="HighErrorRate", cluster="eu1"}',
      action: 'trigger',
      summary: '5xx > 5% on api-1 (and 1 more)',
      severity: 'critical',
      labels: { alertname: 'HighErrorRate', cluster: 'eu1', job: 'api', severity: 'critical' },
      links: [
        { href: 'http://runbooks.test/HighErrorRate', text: 'Runbook' },
        { href: 'http://prom.test/graph?g0.expr=rate', text: 'Source' },
        { href: 'http://vm:19093', text: 'Alertmanager' },
      ],
      firing: 2,
      startsAt: Date.parse('2026-11-20T23:26:12.568Z'),
    });
    expect(signalOf(text('pagerduty_v2_enqueue.01.json'))).toMatchObject({
      action: 'trigger',
      summary: '[FIRING:2] HighErrorRate eu1 (api critical)',
      firing: 2,
      labels: {
        source: 'Alertmanager',
        class: 'HighErrorRate',
        component: 'api',
        group: 'eu1',
        num_firing: '2',
      },
      links: [{ text: 'Runbook' }, { text: 'Alertmanager' }],
    });
  });

  test.each(recorded)('%s may be wrapped, bare, or with its body as a string', (name) => {
    const whole = JSON.parse(text(name)) as { request: unknown; body: unknown };
    const bare = JSON.stringify(whole.body);
    expect(signalOf(bare)).toEqual(signalOf(text(name)));
    expect(signalOf(JSON.stringify({ ...whole, body: bare }))).toEqual(signalOf(text(name)));
  });
});
