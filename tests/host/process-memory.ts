/** Memory of processes by /proc, in MiB; Linux only. */
import { readdir, readFile } from 'node:fs/promises';

const number = (text: string, field: RegExp) => Number(field.exec(text)?.[1] ?? 0) / 1024;

/** Resident memory. */
export const processMemory = async (pid: number): Promise<number> =>
  number(await readFile(`/proc/${pid}/status`, 'utf8'), /VmRSS:\s+(\d+)/u);

/** Of a PostgreSQL's first process and its children, each with its share of what they have in common. */
export async function postgresMemory(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const parts = await Promise.all(
    pids.map(async (name) => {
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
      const isOf = name === String(pid) || new RegExp(`^PPid:\\s+${pid}$`, 'mu').test(status);
      if (!isOf) return 0;
      const shares = await readFile(`/proc/${name}/smaps_rollup`, 'utf8').catch(() => '');
      return number(shares, /^Pss:\s+(\d+)/mu);
    }),
  );
  return parts.reduce((sum, part) => sum + part, 0);
}
