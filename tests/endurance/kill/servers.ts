/** Servers that the kill test kills, by the name of the variant. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import type { Backend } from '#ports/backend.ts';
import type { Random } from '#provider-kit/random.ts';
import { buildTeamServer, type TeamProgram } from '#tools/build-team-program.ts';
import { deskMember, type DeskProcess, type DeskProgram, openProgram } from '../../app/desk/process.ts';
import { freePort } from '../../free-port.ts';
import { hostMember } from '../../app/host/host-member.ts';
import { seedDatabase, seedFolder } from '../../app/host/seed-host.ts';

/**
 * `desk`: a shared cloud. `host`: `npm run host` with a PostgreSQL of its own, of which the program alone is killed. `hosts`: one of two
 * programs over one database. `postgres`: the PostgreSQL under a host, killed or told to end.
 */
export const killVariants = ['desk', 'host', 'hosts', 'postgres'] as const;
export type KillVariant = (typeof killVariants)[number];

export interface KillableServers {
  /** Addresses at which clients are, the same after each start. */
  readonly urls: readonly URL[];
  member(url: URL): Backend;
  /** Starts what does not run. */
  begin(): void;
  ready(): Promise<void>;
  /** Kills what the variant kills, without notice. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

export interface KillTarget {
  open(folder: string, random: Random): Promise<KillableServers>;
  close(): Promise<void>;
}

/** A built program with a place that everybody may write to. */
export interface KillProgram {
  readonly program: DeskProgram;
  close(): Promise<void>;
}

export async function buildKillTarget(variant: KillVariant): Promise<KillTarget> {
  const built = await buildKillProgram(variant === 'desk' ? 'desk' : 'host');
  return { ...killTarget(variant, built), close: () => built.close() };
}

/** A target of a program that other targets may use, too. */
export const killTarget = (variant: KillVariant, { program }: KillProgram): Omit<KillTarget, 'close'> => ({
  open: (data, random) => openers[variant](program, data, random),
});

export async function buildKillProgram(program: TeamProgram): Promise<KillProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-killable-'));
  const outDir = path.join(folder, 'server');
  await buildTeamServer(program, outDir, [
    { find: /^#demo\/rules\.ts$/, replacement: path.join(import.meta.dirname, 'rules.ts') },
  ]);
  // Packages that the bundle loads.
  await symlink(
    path.resolve(import.meta.dirname, '../../../node_modules'),
    path.join(folder, 'node_modules'),
  );
  const opened = await openProgram(outDir, undefined, {}, program);
  return {
    program: opened,
    async close() {
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}

class Server {
  readonly url: URL;
  private readonly run: () => DeskProcess;
  private process: DeskProcess | null = null;

  constructor(port: number, run: (port: string) => DeskProcess) {
    this.url = new URL(`http://localhost:${port}`);
    this.run = () => run(String(port));
  }

  begin(): void {
    this.process ??= this.run();
  }

  async ready(): Promise<void> {
    await this.process?.ready();
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.process?.child.kill(signal);
    await this.process?.ended;
    this.process = null;
  }
}

type Opener = (program: DeskProgram, folder: string, random: Random) => Promise<KillableServers>;

const serverOn = async (program: DeskProgram, data: string, ...more: readonly string[]) =>
  new Server(await freePort(), (port) => program.run('--data', data, '--port', port, ...more));

function single(server: Server, member: (url: URL) => Backend): KillableServers {
  return {
    urls: [server.url],
    member,
    begin: () => server.begin(),
    ready: () => server.ready(),
    kill: () => server.end('SIGKILL'),
    end: () => server.end('SIGTERM'),
  };
}

/** PostgreSQL runs as a user who needs the right to enter the folder. */
async function dataIn(folder: string): Promise<string> {
  await chmod(folder, 0o711);
  return path.join(folder, 'data');
}

const openers: Readonly<Record<KillVariant, Opener>> = {
  desk: async (program, folder) => single(await serverOn(program, folder), deskMember),

  async host(program, folder) {
    const data = await dataIn(folder);
    await seedFolder(data);
    return single(await serverOn(program, data), hostMember);
  },

  async hosts(program, folder, random) {
    const data = await dataIn(folder);
    await mkdir(data, { mode: 0o711 });
    const report = (error: unknown) => console.error(error);
    const postgres = await startOwnServer(data, { report });
    await seedDatabase(postgres.connection, data);
    const { host, user } = postgres.connection;
    const database = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host ?? '')}`;
    const servers = [
      await serverOn(program, data, '--database', database),
      await serverOn(program, data, '--database', database),
    ];
    return {
      urls: servers.map(({ url }) => url),
      member: hostMember,
      begin: () => servers.forEach((server) => server.begin()),
      ready: async () => void (await Promise.all(servers.map((server) => server.ready()))),
      kill: async () => servers[random.integer(servers.length)]?.end('SIGKILL'),
      async end() {
        await Promise.all(servers.map((server) => server.end('SIGTERM')));
        await postgres.stop();
      },
    };
  },

  async postgres(program, folder, random) {
    const data = await dataIn(folder);
    await seedFolder(data);
    const server = await serverOn(program, data);
    return {
      ...single(server, hostMember),
      async ready() {
        await server.ready();
        while (!(await isHealthy(server.url))) await wait(50);
      },
      async kill() {
        if (await endFirstProcess(data, random.integer(2) === 0 ? 'SIGKILL' : 'SIGINT'))
          while (await isHealthy(server.url)) await wait(10);
      },
    };
  },
};

/** False while it is being started: then nothing is noted, or a process that has ended. */
async function endFirstProcess(data: string, signal: NodeJS.Signals): Promise<boolean> {
  const noted = await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  try {
    return process.kill(Number.parseInt(noted, 10), signal);
  } catch {
    return false;
  }
}

const isHealthy = (url: URL): Promise<boolean> =>
  fetch(new URL('/healthz', url)).then(
    ({ ok }) => ok,
    () => false,
  );
