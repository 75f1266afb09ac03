/** A host with a real Alertmanager and a Firefox: alerts of both receivers page by web push with no tab of Muster open, and are acknowledged from the notification. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { startAlertmanager } from '../app/desk/alertmanager.ts';
import { demoConfig } from '../app/desk/alertmanager-config.ts';
import { deskPerson } from '../app/desk/desk-person.ts';
import { type Firefox, startFirefox } from '../app/desk/firefox.ts';
import { enableIn } from '../app/desk/firefox-app.ts';
import { openPushService, type PushService } from '../app/desk/push-service.ts';
import type { HostDatabase } from '../app/host/host-database.ts';
import { hostMember } from '../app/host/host-member.ts';
import { openHostStage, type HostStage } from '../app/host/process.ts';
import { seedDatabase } from '../app/host/seed-host.ts';
import { freePort } from '../free-port.ts';
import { needsAlertmanager, needsFirefox } from './needs.ts';

interface Fixtures {
  readonly service: PushService;
  readonly stage: HostStage;
  readonly database: HostDatabase;
  /** Led to the push service. */
  readonly firefox: Firefox;
}

const test = base.extend<Fixtures>({
  service: async ({}, provide) => {
    const service = await openPushService();
    await provide(service);
    await service.close();
  },
  stage: async ({ service }, provide, info) => {
    const authority = info.outputPath('authority.crt');
    await writeFile(authority, service.authority);
    const stage = await openHostStage({ NODE_EXTRA_CA_CERTS: authority });
    await provide(stage);
    await stage.close();
  },
  database: async ({ stage }, provide) => {
    await provide(await stage.openDatabase());
  },
  firefox: async ({ service }, provide) => {
    const firefox = await startFirefox({ pushUrl: service.browserUrl });
    await provide(firefox);
    await firefox.close();
  },
});
needsAlertmanager(test);
needsFirefox(test);

test('alerts of both receivers are pushed to a Firefox without an open tab, and acknowledged there', async ({
  service,
  stage,
  database,
  firefox,
}) => {
  const keys = await seedDatabase(database.url, path.join(stage.folder, 'data'));
  const options = ['--database', database.url, '--port', String(await freePort())];
  const host = stage.start(...options, '--push-service', service.host);
  const url = await host.ready();
  await enableIn(firefox, url, 'priya');
  await firefox.goto('about:blank');
  const titles = async () => (await firefox.alerts()).map(({ title }) => title);
  const diego = await deskPerson(url, 'diego', hostMember);
  const alertmanager = await startAlertmanager(demoConfig(url, keys));
  try {
    for (const receiver of ['checkout', 'payments'] as const) {
      const summary = `Slow answers of ${receiver}`;
      const labels = { alertname: 'Slow', service: receiver, severity: 'critical' };
      await alertmanager.fire({ labels, summary });
      await expect.poll(titles).toContainEqual(expect.stringContaining(summary));
      const [page] = await diego.openPages();
      expect(page).toMatchObject({ serviceId: receiver });
      const title = (await titles()).find((shown) => shown.includes(summary)) ?? '';
      await firefox.click(title, 'acknowledge');
      await expect
        .poll(() => diego.page(page?.id ?? ''))
        .toMatchObject({ status: 'acknowledged', acknowledgements: [{ userId: 'priya' }] });
    }
    expect(service.posts.filter(({ urgency }) => urgency === 'high')).toMatchObject([
      { status: 201 },
      { status: 201 },
    ]);
    // Firefox says that it could decrypt each.
    expect(new Set(service.confirmed)).toEqual(new Set([100]));
  } finally {
    await alertmanager.close();
    await diego.dispose();
    host.child.kill('SIGTERM');
    await host.ended;
    await database.close();
  }
});
