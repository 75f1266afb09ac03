/** Memory (MiB) and processor time (ms) of processes by /proc; Linux only. */
import { readdir, readFile } from 'node:fs/promises';

const number = (text: string, field: RegExp) => Number(field.exec(text)?.[1] ?? 0) / 1024;

/** Resident memory. */
export const processMemory = async (pid: number): Promise<number> =>
  number(await readFile(`/proc/${pid}/status`, 'utf8'), /VmRSS:\s+(\d+)/u);

/** Time that a process has used, with that of children that have ended. */
export async function processTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime and cstime in hundredths of a second.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

/** A PostgreSQL's first process and its children. */
async function postgresProcesses(pid: number): Promise<readonly number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const statuses = await Promise.all(
    names.map(
      async (name) => [name, await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')] as const,
    ),
  );
  return statuses
    .filter(([name, status]) => name === String(pid) || new RegExp(`^PPid:\\s+${pid}$`, 'mu').test(status))
    .map(([name]) => Number(name));
}

const sum = async (pids: readonly number[], of: (pid: number) => Promise<number>) =>
  (await Promise.all(pids.map(of))).reduce((total, part) => total + part, 0);

/** Each process with its share of what they have in common. */
export const postgresMemory = async (pid: number): Promise<number> =>
  sum(await postgresProcesses(pid), async (one) =>
    number(await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => ''), /^Pss:\s+(\d+)/mu),
  );

export const postgresTime = async (pid: number): Promise<number> =>
  sum(await postgresProcesses(pid), processTime);
