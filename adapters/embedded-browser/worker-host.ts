/** Connection of a tab to the cloud in the shared worker. */
import { portChannel } from '#fakes/cloud/channel.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { CloudConnector, ConnectorOptions } from './cloud-connector.ts';
import { holdTabLock } from './tab-liveness.ts';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

/** @throws Error when the worker can't be started, or its cloud can't */
export async function connectToWorker(
  { tabId, onNotice, onRetired, visitor }: ConnectorOptions,
  worker: SharedWorker,
): Promise<CloudConnector> {
  const control = worker.port;
  const tell = (message: ToWorker, transfer: Transferable[] = []) => control.postMessage(message, transfer);
  await holdTabLock(tabId);
  await new Promise<void>((ready, failed) => {
    worker.addEventListener(
      'error',
      guardListener(() => failed(new Error('The shared worker could not be started.'))),
    );
    const receive = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'ready') ready();
      else if (data.type === 'failed') failed(new Error(data.reason));
      else if (data.type === 'notice') onNotice(data.notice);
      else if (data.type === 'retired') {
        onRetired();
        ready();
      }
    };
    control.addEventListener('message', guardListener(receive));
    control.start();
    tell({ type: 'tab', tabId });
  });
  void visitor?.then(() => tell({ type: 'prepare' }));
  addEventListener(
    'pagehide',
    guardListener(() => tell({ type: 'goodbye' })),
  );
  return {
    connect() {
      const { port1, port2 } = new MessageChannel();
      tell({ type: 'connect' }, [port2]);
      return portChannel(port1);
    },
  };
}
