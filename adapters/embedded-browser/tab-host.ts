/**
 * Hosting without a shared worker: one tab, elected by a lock, hosts the cloud and the others connect by broadcast. When it closes,
 * another tab restores the cloud from storage, and all reconnect.
 */
import { type Channel, createChannel, portChannel } from '#fakes/cloud/channel.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { broadcastPorts, type BroadcastPorts } from './broadcast-ports.ts';
import { type CloudHost, startCloudHost } from './cloud-host.ts';
import type { CloudConnector, ConnectorOptions } from './cloud-connector.ts';
import { createHostedTabs } from './hosted-tabs.ts';
import { acquireHostLock, askToRetire, onRetire } from './host-lock.ts';
import { holdTabLock } from './tab-liveness.ts';
import { systemClock } from './system-clock.ts';
import { indexedDbRecords } from './records.ts';

/** Changed with the form of what is said on it. */
const channelName = 'muster-cloud-2';

/** Timeout of the announcement: a host that does not answer is no tab of this version. */
const announcementTimeoutMs = 1500;

export async function connectToTab(
  options: ConnectorOptions,
  loadApplication: () => Promise<EmbeddedApplication>,
): Promise<CloudConnector> {
  const { tabId, onRetired } = options;
  await holdTabLock(tabId);
  const ports = broadcastPorts(new BroadcastChannel(channelName), tabId);
  let host: CloudHost | null = null;
  let own: Channel[] = [];

  const elected = acquireHostLock({ takeOver: false }).then(async (lock) => {
    host = await hostHere(options, ports, await loadApplication());
    onRetire(() => {
      const { stop } = host as CloudHost;
      host = null;
      ports.closeHost();
      for (const channel of own) channel.close();
      void stop().finally(() => {
        lock.release();
        onRetired();
      });
    });
    addEventListener(
      'pagehide',
      guardListener(() => ports.closeHost()),
    );
  });
  const timeout = setTimeout(guardListener(askToRetire), announcementTimeoutMs);
  await Promise.race([elected, ports.hostFound()]);
  clearTimeout(timeout);
  addEventListener(
    'pagehide',
    guardListener(() => ports.goodbye()),
  );

  return {
    connect() {
      if (!host) return portChannel(ports.connect());
      const [mine, theirs] = createChannel();
      own = [...own, theirs];
      theirs.onClose(() => undefined);
      host.accept(theirs);
      return mine;
    },
  };
}

async function hostHere(
  { onNotice }: ConnectorOptions,
  ports: BroadcastPorts,
  application: EmbeddedApplication,
): Promise<CloudHost> {
  const host = await startCloudHost({
    origin: location.origin,
    records: indexedDbRecords(),
    host: systemClock,
    application,
  });
  for (const notice of host.notices()) onNotice(notice);
  host.onNotice(onNotice);
  const tabs = createHostedTabs();
  ports.openHost({
    accept: (tab, port) => host.accept(tabs.adopt(tab, portChannel(port))),
    gone: tabs.gone,
  });
  return host;
}
