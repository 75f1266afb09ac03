/** Remote configuration and performance in a real browser, the hosted services played for it: they have no local part. */
import { expect, needsChromium, test } from './firebase/fixtures.ts';
import { playHosted } from './firebase/hosted.ts';
import { HostedConfig } from '../contracts/firebase/hosted/config.ts';
import { installations } from '../contracts/firebase/hosted/installations.ts';
import { HostedNetwork } from '../contracts/firebase/hosted/network.ts';
import { HostedPerformance } from '../contracts/firebase/hosted/performance.ts';

needsChromium();

test('configuration is fetched, updated when a new version is published, and stored for the next visit', async ({
  context,
  openClient,
}) => {
  const network = new HostedNetwork();
  const service = new HostedConfig(network);
  service.publish({ banner: 'Drill on Friday', quorum: '2' });
  await playHosted(context, [...installations(network), ...service.handlers()]);
  // The SDK waits for a random time of up to 3 s before it fetches an announced version; here it is 0.
  await context.addInitScript(() => (Math.random = () => 0));

  const page = await openClient();
  const values = () =>
    page.evaluate(() => {
      const { config } = window.client;
      return [config.value('banner'), config.value('quorum')].map((value) => [
        value.source,
        value.asString(),
      ]);
    });
  await page.evaluate(() => {
    window.client.config.setDefaults({ banner: 'None', quorum: '1' });
    return window.client.config.remote.activate();
  });
  expect(await values()).toEqual([
    ['default', 'None'],
    ['default', '1'],
  ]);
  await page.evaluate(() => window.client.config.remote.fetch());
  expect(await page.evaluate(() => window.client.config.remote.activate())).toBe(true);
  expect(await values()).toEqual([
    ['remote', 'Drill on Friday'],
    ['remote', '2'],
  ]);

  const told = await page.evaluateHandle(() => {
    const updates: (readonly string[])[] = [];
    window.client.config.live.watch({ next: ({ updatedKeys }) => void updates.push(updatedKeys) });
    return updates;
  });
  await expect.poll(() => network.held()).toBe(1);
  service.publish({ banner: 'Drill on Monday' });
  await expect.poll(() => told.jsonValue()).toEqual([['banner']]);
  expect((await values())[0]).toEqual(['remote', 'Drill on Friday']);
  await page.evaluate(() => window.client.config.remote.activate());
  expect((await values())[0]).toEqual(['remote', 'Drill on Monday']);

  // Nothing is fetched: the service is out of reach.
  network.endStreams();
  network.plug('key', false);
  await page.reload();
  await page.evaluate(() => window.client.config.remote.activate());
  expect((await values())[0]).toEqual(['remote', 'Drill on Monday']);
});

test('performance measurements are sent without personal data', async ({ context, openClient, site }) => {
  const network = new HostedNetwork();
  const service = new HostedPerformance(network);
  await playHosted(context, [...installations(network), ...service.handlers()]);
  const page = await openClient();
  const asAda = page.url().replace('//', '//ada:s3cret@');
  await page.goto(`${asAda}&email=ada@example.com&code=s3cret`);
  const records = await page.evaluateHandle(async () => {
    await fetch(`${location.origin}/manifest.webmanifest?email=ada@example.com&code=s3cret`);
    const seen: string[] = [];
    window.client.performance.watchRecords((all) => {
      seen.splice(0, seen.length, ...all.map(({ kind, name }) => `${kind} ${name}`));
    });
    const trace = window.client.performance.trace('open room');
    trace.start();
    trace.putMetric('people', 3);
    trace.stop();
    return seen;
  });
  const sent = () =>
    service.events().filter((event) => 'trace_metric' in event || 'network_request_metric' in event);
  const names = () =>
    sent().map((event) => (event['trace_metric'] as { name?: string } | undefined)?.name ?? '');
  await expect.poll(names).toContain('open room');
  const address = `${site.origin}/tests/e2e/firebase/page.html`;
  await expect
    .poll(() => records.jsonValue())
    .toEqual(
      expect.arrayContaining([
        `page ${address}`,
        `network ${site.origin}/manifest.webmanifest`,
        'trace open room',
      ]),
    );
  const requests = () =>
    sent().map((event) => (event['network_request_metric'] as { url?: string } | undefined)?.url ?? '');
  await expect.poll(requests).toContain(`${site.origin}/manifest.webmanifest`);
  const said = JSON.stringify([service.batches, await records.jsonValue()]);
  expect(said).not.toContain('s3cret');
  expect(said).not.toContain('ada@example.com');
});
