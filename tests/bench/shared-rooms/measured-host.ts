/** `npm run host` with a PostgreSQL of its own and the demonstration team, as benchmarks start and measure it. Linux only. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import type { Backend } from '#ports/backend.ts';
import { keptServer, openProgram } from '../../app/desk/process.ts';
import { hostMember } from '../../app/host/host-member.ts';
import { postgresMemory, postgresTime, processMemory, processTime } from '../../app/host/process-usage.ts';
import { seedDatabase, signInTokens } from '../../app/host/seed-host.ts';
import { type RoomMember, writers } from './rooms.ts';

export interface MeasuredHost {
  readonly startMs: number;
  /** Memory of host and PostgreSQL in MiB. */
  memory(): Promise<readonly number[]>;
  /** Processor time of host and PostgreSQL in milliseconds. */
  times(): Promise<readonly number[]>;
  openMember(number: number): Promise<RoomMember>;
  /** Client of a member that `openMember` opened. */
  backendOf(member: RoomMember): Backend;
  close(): Promise<void>;
}

/** The start of a folder with data is measured. */
export async function openMeasuredHost(): Promise<MeasuredHost> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-host-bench-'));
  // Started by root, PostgreSQL runs as the user `postgres`, which needs to enter the folder.
  await chmod(folder, 0o711);
  const data = path.join(folder, 'data');
  const own = await startOwnServer(data, { report: (error) => console.error(error) });
  await seedDatabase(own.connection, data);
  const tokens = await signInTokens(own.connection, data, writers);
  await own.stop();
  const program = await openProgram(await keptServer('host'), undefined, {}, 'host');
  const startAt = performance.now();
  const host = program.run('--data', data, '--port', '0');
  const url = await host.ready();
  const startMs = performance.now() - startAt;
  const hostPid = host.child.pid ?? 0;
  const postgresPid = Number.parseInt(await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8'), 10);
  const backends = new Map<RoomMember, Backend>();
  return {
    startMs,
    memory: () => Promise.all([processMemory(hostPid), postgresMemory(postgresPid)]),
    times: () => Promise.all([processTime(hostPid), postgresTime(postgresPid)]),
    async openMember(number) {
      const backend = hostMember(url);
      const token = tokens[number % tokens.length] ?? '';
      await backend.auth.signIn({ kind: 'custom-token', token });
      const uid = backend.auth.currentUser()?.uid ?? '';
      const member = { docs: backend.docs, uid, dispose: () => backend.dispose() };
      backends.set(member, backend);
      return member;
    },
    backendOf(member) {
      const backend = backends.get(member);
      if (!backend) throw new Error('This member is of another host.');
      return backend;
    },
    async close() {
      host.child.kill('SIGTERM');
      await host.ended;
      await program.close();
      await rm(folder, { recursive: true });
    },
  };
}
