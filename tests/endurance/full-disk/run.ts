/** `npm run full-disk`: a host on a small disk that becomes full under writes and uploads, again and again. `--times=5`. Linux, as root. */
import { parseArgs } from 'node:util';
import { buildKillTarget } from '../kill/servers.ts';
import { openSmallDisk } from './fill.ts';
import { fillUp } from './full-disk.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '3' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Date.now() % 100_000);
console.log(`Seed ${seed}.`);
const target = await buildKillTarget('host');
for (let time = 0; time < Number(values.times); time++) {
  const disk = await openSmallDisk(260);
  if (!disk) throw new Error('A file system can’t be mounted here.');
  const outcome = await fillUp(target, disk, `${seed}/${time}`);
  await disk.close();
  console.log(JSON.stringify(outcome));
  if (outcome.lost.length > 0) process.exitCode = 1;
}
await target.close();
