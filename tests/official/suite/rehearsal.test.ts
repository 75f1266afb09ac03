/** The stages of `npm run test:firebase` on emulators in another process, which are ours: what differs with Java is what they answer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe } from 'vitest';
import { ruleScenarios } from '#contracts/docs/rules.ts';
import { contract } from '#contracts/harness.ts';
import { rulesScenarios } from '#contracts/realtime/rules.ts';
import { databaseRules as database } from '#contracts/realtime/database-rules.ts';
import { dataProvider } from '../data-stage.ts';
import { joinedVariable } from '../joined.ts';
import { needs, partsInstalled } from '../parts.ts';

const { provider, stop } = dataProvider({});
const before = process.env[joinedVariable];
let emulators: ChildProcess;

async function start(): Promise<void> {
  const file = path.join(import.meta.dirname, 'stand-in.ts');
  emulators = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (!emulators.stdout) throw new Error('It has no output.');
  const [line] = (await once(createInterface(emulators.stdout), 'line')) as [string];
  process.env[joinedVariable] = line;
}

async function end(): Promise<void> {
  await stop();
  if (before === undefined) delete process.env[joinedVariable];
  else process.env[joinedVariable] = before;
  const gone = once(emulators, 'exit');
  emulators.stdin?.end();
  await gone;
}

describe.skipIf(!partsInstalled())(`joined to emulators in another process (${needs})`, () => {
  beforeAll(start);
  afterAll(end);
  contract('docs', provider, ruleScenarios);
  contract('realtime under rules', provider, rulesScenarios, { callables: {} }, { rules: { database } });
});
