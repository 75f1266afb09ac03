/**
 * A process that stands in for the official emulators, so that joining them can be rehearsed without Java: the official Auth part, and
 * the embedded cloud behind Firebase's protocols, with the official addresses for emptying it and giving it rules on the same
 * ports. Its documents are those of the project that was set up last. Writes where it listens, and goes when its input ends.
 */
import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { startAccounts } from '../accounts.ts';

const clock = new RunningClock({
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
});

interface Project {
  readonly rules: { firestore?: string; database?: string };
  emulator: Emulator | null;
}
const projects = new Map<string, Project>();
let newest: Project | null = null;

const named = (name: string): Project => {
  const found = projects.get(name) ?? { rules: {}, emulator: null };
  projects.set(name, found);
  return found;
};

/** Empty, with the rules it has so far. */
async function renew(project: Project): Promise<void> {
  await project.emulator?.close();
  const cloud = new FakeCloud({ rules: project.rules, clock, believe: believedCaller });
  project.emulator = await startEmulator({ cloud });
  newest = project;
}

async function answer(request: IncomingMessage): Promise<void> {
  const asked = `${request.method} ${request.url}`;
  const [, own, rest] = /^\w+ \/emulator\/v1\/projects\/([\w-]+)(.*)$/u.exec(asked) ?? [];
  const namespace = /\?ns=([\w-]+)-default-rtdb$/u.exec(asked)?.[1];
  const project = named(own ?? namespace ?? '');
  if (rest === ':securityRules') {
    const { rules } = (await json(request)) as { rules: { files: readonly { content: string }[] } };
    project.rules.firestore = rules.files[0]?.content ?? '';
  } else if (asked.startsWith('PUT /.settings/rules.json')) project.rules.database = await text(request);
  else if (rest !== '/databases/(default)/documents' && !asked.startsWith('PUT /.json'))
    throw new Error(`It was not expected to be asked to ${asked}.`);
  await renew(project);
}

/** A port for the service and its HTTP endpoints, told apart by the first bytes. */
async function listen(service: (firstWords: string) => string | null | undefined): Promise<number> {
  const beside: Server = createHttp((request, response) => {
    answer(request).then(
      () => response.end('{}'),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  const server = createServer((near: Socket) => {
    near.on('error', () => near.destroy());
    near.once('data', (first: Buffer) => {
      near.pause();
      near.unshift(first);
      const target = service(first.toString('latin1'));
      if (target === undefined) beside.emit('connection', near);
      else if (target === null) return void near.destroy();
      else join(near, target);
      near.resume();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

function join(near: Socket, target: string): void {
  const far = connect({ host: '127.0.0.1', port: Number(target.split(':')[1]) });
  far.on('error', () => near.destroy());
  far.on('close', () => near.destroy());
  near.on('close', () => far.destroy());
  near.pipe(far).pipe(near);
}

const { port: auth } = await startAccounts();
const docs = await listen((words) =>
  words.startsWith('PRI ') ? (newest?.emulator?.docs ?? null) : undefined,
);
const realtime = await listen((words) => {
  const name = /^GET \/\.ws\?.*\bns=([\w-]+)-default-rtdb/u.exec(words)?.[1];
  return name === undefined ? undefined : (named(name).emulator?.realtime ?? null);
});
process.stdin.resume().on('end', () => process.exit());
process.stdout.write(`${JSON.stringify({ auth, docs, realtime, functions: 0, storage: 0, handlers: 0 })}\n`);
