/** `npm run desk` with a push service on this machine, and the processes to be ended after a test. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleAlerts } from '#demo/alerts.ts';
import { sharedBuild } from '#tools/shared-builds.ts';
import { freePort } from '../../free-port.ts';
import { type DeskProcess, keptServer, openProgram } from './process.ts';
import { openPushService, type PushService } from './push-service.ts';

export interface PushStage {
  readonly service: PushService;
  readonly folder: string;
  /** Starts the desk, on the same port and folder each time, with further options. */
  start(...more: readonly string[]): DeskProcess;
  close(): Promise<void>;
}

export async function openPushStage(): Promise<PushStage> {
  const service = await openPushService();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-desk-push-'));
  const authority = path.join(folder, 'authority.crt');
  await writeFile(authority, service.authority);
  const site = (await sharedBuild('embedded')).dir;
  const program = await openProgram(await keptServer(), site, { NODE_EXTRA_CA_CERTS: authority });
  const port = String(await freePort());
  return {
    service,
    folder,
    start: (...more) =>
      program.run(
        ...['--data', path.join(folder, 'data'), '--port', port, '--push-service', service.host],
        ...more,
      ),
    async close() {
      await program.close();
      await service.close();
      await rm(folder, { recursive: true, maxRetries: 20 });
    },
  };
}

/** First alert of the demonstration, sent as its sender would, with the printed key; pages the person on call for the shop. */
export async function fireCheckout(desk: DeskProcess): Promise<void> {
  const url = await desk.ready();
  const [alert] = sampleAlerts(Date.now());
  if (!alert) throw new Error('The demonstration has alerts.');
  const { method, path: door, headers, body } = alert.request(desk.senderKeys());
  const { status } = await fetch(new URL(door, url), { method, headers: { ...headers }, body });
  if (status !== 200) throw new Error(`The alert was answered with ${status}.`);
}
