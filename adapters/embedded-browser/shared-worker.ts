/** The shared worker's side: one cloud for all tabs of this browser. */
import { portChannel } from '#fakes/cloud/channel.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { type CloudHost, startCloudHost } from './cloud-host.ts';
import { acquireHostLock, onRetire } from './host-lock.ts';
import { createHostedTabs } from './hosted-tabs.ts';
import { indexedDbRecords } from './records.ts';
import { systemClock } from './system-clock.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

/** The part of the worker's global scope that is used; the DOM library has no type for it. */
interface SharedWorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
  readonly location: { readonly origin: string };
}
const scope = globalThis as unknown as SharedWorkerScope;

/** Hosts the cloud in this shared worker. Called once, before the first tab connects. */
export function hostInSharedWorker(application: EmbeddedApplication): void {
  const tabs = createHostedTabs();
  const controls = new Set<MessagePort>();
  let retired = false;

  async function start(): Promise<CloudHost> {
    const lock = await acquireHostLock({ takeOver: true });
    const host = await startCloudHost({
      origin: scope.location.origin,
      records: indexedDbRecords(),
      host: systemClock,
      application,
    });
    host.onNotice((notice) => tellAll({ type: 'notice', notice }));
    onRetire(() => {
      retired = true;
      void host.stop().finally(() => {
        lock.release();
        tellAll({ type: 'retired' });
      });
    });
    return host;
  }

  const tell = (control: MessagePort, message: FromWorker) => control.postMessage(message);
  const tellAll = (message: FromWorker) => {
    for (const control of controls) tell(control, message);
  };

  const starting = start();
  // Reported to every tab that connects; not an unhandled rejection.
  starting.catch(() => undefined);

  scope.onconnect = guardListener(({ ports: [control] }: MessageEvent) => {
    if (!control) return;
    let tabId = '';
    const receive = async ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
      if (data.type === 'tab') {
        ({ tabId } = data);
        await welcome(control);
      } else if (data.type === 'connect' && port) await connect(tabId, port);
      else if (data.type === 'prepare') await prepare();
      else if (data.type === 'goodbye') {
        controls.delete(control);
        tabs.gone(tabId);
      }
    };
    control.addEventListener('message', guardListener(receive));
    control.start();
  });

  async function welcome(control: MessagePort) {
    controls.add(control);
    try {
      const host = await starting;
      if (retired) tell(control, { type: 'retired' });
      else tell(control, { type: 'ready' });
      for (const notice of host.notices()) tell(control, { type: 'notice', notice });
    } catch (error) {
      tell(control, { type: 'failed', reason: String(error) });
    }
  }

  /** A failure is met again, and reported, by the first request that needs it. */
  async function prepare() {
    await starting.then((host) => host.prepare()).catch(() => undefined);
  }

  async function connect(tabId: string, port: MessagePort) {
    const channel = tabs.adopt(tabId, portChannel(port));
    try {
      const host = await starting;
      if (retired) channel.close();
      else host.accept(channel);
    } catch {
      channel.close();
    }
  }
}
