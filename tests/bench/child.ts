/**
 * Child process with one measurement of one engine: `node --expose-gc child.ts <engine> <part> <scale>`; sends the outcome to its
 * parent.
 */
import { type Scale, large, prepared, unprepared } from './cases.ts';
import { engineOf, participants } from './engines.ts';

export const parts = ['prepared', 'unprepared', 'large-screen', 'large-all'] as const;
export type Part = (typeof parts)[number];

const [, , name, part, json = '{}'] = process.argv;
const participant = participants.find((one) => one.name === name);
if (!participant) throw new Error(`There is no engine ${name}.`);
const engine = await engineOf(participant);
const scale = JSON.parse(json) as Scale;
const results =
  part === 'prepared'
    ? await prepared(engine, scale)
    : part === 'unprepared'
      ? await unprepared(engine, scale)
      : await large(engine, scale, part === 'large-all' ? 'all' : 'screen');
if (process.send) process.send(results, () => process.exit());
else console.dir(results, { depth: 4 });
