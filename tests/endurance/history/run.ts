/**
 * `npm run history`: records what clients of two servers over one PostgreSQL read, write and listen to, and checks it: commits are strictly
 * serializable, listeners see consistent prefixes. `--minutes=10`: so long. `--seed=7`: begins with this seed. Exit code 1 at the first
 * history with a violation, which is printed with its seed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import { checkHistory } from './check-history.ts';
import { recordHistory } from './record-history.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Date.now() % 100_000);
console.log(`Seed ${seed}.`);

const folder = await mkdtemp(path.join(tmpdir(), 'muster-history-'));
// Started by root, PostgreSQL runs as the user `postgres`, which needs to enter the folder.
await chmod(folder, 0o711);
const server = await startOwnServer(folder, { report: (error) => console.error(error) });
const until = performance.now() + Number(values.minutes) * 60_000;
const counts = { histories: 0, commits: 0, answers: 0, states: 0 };
let violations: readonly string[] = [];
while (violations.length === 0 && performance.now() < until) {
  const own = `${seed}/${counts.histories}`;
  const history = await recordHistory({
    ...{ connection: server.connection, schema: `history_${counts.histories}`, seed: own },
    ...{ clients: 8, operations: 60 },
  });
  violations = checkHistory(history);
  counts.histories++;
  counts.commits += history.commits.length;
  counts.answers += history.answers.length;
  counts.states += history.listeners.reduce((sum, { states }) => sum + states.length, 0);
  for (const violation of violations) console.error(`${own}: ${violation}`);
}
await server.stop();
await rm(folder, { recursive: true });
console.log(
  `Seed ${seed}: ${counts.histories} histories, ${counts.commits} commits, ${counts.answers} answers and ${counts.states} states of listeners, ${violations.length} violations.`,
);
process.exitCode = violations.length > 0 ? 1 : 0;
