/**
 * `npm run rota:year`: the rota against its reference over a whole year, in every zone: each boundary and a minute around it, and
 * instants between. `-- --schedules=5`: so many in each zone (1). `--seed=7`: with this seed. `--zones=Europe`: only zones of that name.
 */
import { compareRota } from './compare.ts';
import { drawFrom, drawnSchedule } from './schedules.ts';

const options = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', value = ''] = argument.replace(/^--/u, '').split('=');
    return [name, value];
  }),
);
const seed = Number(options.get('seed') ?? Date.now() % 1_000_000);
const schedules = Number(options.get('schedules') ?? 1);
const zones = Intl.supportedValuesOf('timeZone').filter((zone) =>
  zone.startsWith(options.get('zones') ?? ''),
);

const day = 86_400_000;
const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];

console.log(`The rota over a year in ${zones.length} zones, seed ${seed}.`);
const draw = drawFrom(seed);
let compared = 0;
for (const zone of zones) {
  for (let index = 0; index < schedules; index += 1) {
    const { schedule, overrides } = drawnSchedule(draw, zone, from + 20 * day + draw(300) * day);
    const early = schedule.layers.map((layer) => ({ ...layer, startsAt: layer.startsAt - 320 * day }));
    const between = Array.from({ length: 500 }, () => from + draw((to - from) / 60_000) * 60_000);
    const result = compareRota({ ...schedule, layers: early }, overrides, { from, to, between });
    compared += result.compared;
    if (result.disagreements.length > 0) {
      console.error(
        JSON.stringify({ zone, seed, schedule, overrides, disagreements: result.disagreements.slice(0, 5) }),
      );
      process.exitCode = 1;
    }
  }
  process.stdout.write(`\r${compared.toLocaleString('en')} instants, up to ${zone.padEnd(40)}`);
}
console.log(process.exitCode === 1 ? '\nThey disagree.' : '\nThey agree everywhere.');
