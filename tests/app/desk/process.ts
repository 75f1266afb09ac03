/** `npm run desk` and `npm run host` as processes of their own, from their bundles. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { createMember, type MemberClient } from '#fakes/client/client.ts';
import { type SocketLike, socketChannel } from '#fakes/client/socket-channel.ts';
import type { Channel } from '#fakes/cloud/channel.ts';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { type DemoKeys, demoServiceIds } from '#demo/team/sender-keys.ts';
import { hostedHeaders } from '#tools/hosted-headers.ts';
import type { TeamProgram } from '#tools/build-team-program.ts';
import { keepBundle } from '#tools/kept-bundle.js';

const root = path.resolve(import.meta.dirname, '../../..');
/** Files of a whole bundle, how the program is started, and what it prints before its address. */
const programs = {
  desk: { files: ['program.cjs'], run: 'runDesk', address: /provider: (\S+)/u },
  host: { files: ['program.cjs', 'worker-thread.cjs'], run: 'runHost', address: /^Muster: (\S+)$/mu },
} as const;

export interface DeskProgram {
  run(...args: readonly string[]): DeskProcess;
  /** Kills the processes that still run. */
  close(): Promise<void>;
}

export interface DeskProcess {
  readonly child: ChildProcess;
  /** Output on stdout and stderr. */
  said(): string;
  /** Printed keys of the demonstration's alert senders, once the desk is ready. @throws Error when one is missing */
  senderKeys(): DemoKeys;
  /** Resolves with the printed link once the desk is ready; rejects with its output if it ends before. */
  ready(): Promise<URL>;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

const keeping = new Map<TeamProgram, Promise<void>>();

/** The bundle that `npm run desk` or `npm run host` keeps, made if it is of other sources: once for tests that ask at the same time. */
export async function keptServer(program: TeamProgram = 'desk'): Promise<string> {
  const server = path.join(root, `dist-${program}/server`);
  const build = async (outDir: string) =>
    (await import('#tools/build-team-program.ts')).buildTeamServer(program, outDir);
  const kept =
    keeping.get(program) ??
    keepBundle(server, programs[program].files, build, 'The server is bundled.').finally(() =>
      keeping.delete(program),
    );
  keeping.set(program, kept);
  await kept;
  return server;
}

/** `folder`: of a bundle. `site`: the built app. Default: a page in its place. `env`: beside this process's own variables. */
export async function openProgram(
  folder: string,
  site?: string,
  env: Readonly<Record<string, string>> = {},
  kind: TeamProgram = 'desk',
): Promise<DeskProgram> {
  const app = await mkdtemp(path.join(tmpdir(), 'muster-desk-app-'));
  if (site === undefined) await makePage(app);
  else {
    await symlink(site, path.join(app, 'site'));
    await writeFile(path.join(app, 'headers.json'), JSON.stringify(await hostedHeaders()));
  }
  const program = JSON.stringify(path.join(folder, 'program.cjs'));
  const script = `require(${program}).${programs[kind].run}(process.argv.slice(1), ${JSON.stringify(app)})`;
  const running = new Set<DeskProcess>();
  return {
    run(...args) {
      const desk = start(script, args, env, programs[kind].address);
      running.add(desk);
      void desk.ended.then(() => running.delete(desk));
      return desk;
    },
    async close() {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all([...running].map(({ ended }) => ended));
      await rm(app, { recursive: true });
    },
  };
}

async function makePage(app: string): Promise<void> {
  const html = '<html><head></head><body><div id="root"></div></body></html>';
  await mkdir(path.join(app, 'site/assets'), { recursive: true });
  await writeFile(path.join(app, 'site/index.html'), html);
  await writeFile(path.join(app, 'site/assets/a.js'), 'export {};');
  await writeFile(path.join(app, 'headers.json'), '{"Content-Security-Policy":"default-src \'self\'"}');
}

function start(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  address: RegExp,
): DeskProcess {
  const child = spawn(process.execPath, ['-e', script, '--', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  let wake = () => {};
  let isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += String(part);
      wake();
    });
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    wake();
    return code as number | null;
  });
  return {
    child,
    said: () => text,
    senderKeys: () => printedKeys(text),
    async ready() {
      while (!/^Ready\.$/mu.test(text)) {
        if (isOver) throw new Error(text);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return new URL(address.exec(text)?.[1] ?? '');
    },
    ended,
  };
}

function printedKeys(text: string): DemoKeys {
  const keys = demoServiceIds.map((service) => {
    const key = new RegExp(`^  ${service} +([0-9a-f]{32}) `, 'mu').exec(text)?.[1];
    if (key === undefined) throw new Error(`The desk has printed no key of ${service}.`);
    return [service, key] as const;
  });
  return Object.fromEntries(keys) as unknown as DemoKeys;
}

const clock = new RunningClock({
  now: Date.now,
  setTimeout,
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
});
let members = 0;

/** A browser’s client, without the browser. `onSend`: called with each message that it sends. */
export function deskMember(url: URL, onSend: (message: unknown) => void = () => {}): MemberClient {
  const address = new URL('/shared/channel', url.href.replace(/^http/u, 'ws'));
  const clientId = `${process.pid}-${++members}`;
  const connect = (): Channel => {
    const socket = new WebSocket(address, { origin: url.origin }) as unknown as SocketLike;
    const channel = socketChannel(socket, clock);
    return {
      ...channel,
      send(message) {
        onSend(message);
        channel.send(message);
      },
    };
  };
  return createMember({ clientId, connect, clock, random: seededRandom(clientId) });
}
