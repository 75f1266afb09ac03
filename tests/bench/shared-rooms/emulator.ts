/**
 * Process of the comparison: the demonstration team in an embedded cloud behind Firebase's wire protocols. The first argument is the number of
 * rooms; prints the address of documents and the incident of each room as JSON.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect } from '#fakes/client/client.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { credentialOf } from '#demo/accounts.ts';
import { demoConfig, seedDemo } from '#demo/team.ts';
import { createFunctions } from '#functions/index.ts';
import { declareRoom } from './rooms.ts';

const clock = new RunningClock({
  now: Date.now,
  setTimeout,
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
});
const deployed = (name: string) => readFile(path.resolve(import.meta.dirname, '../../..', name), 'utf8');
const [firestore, database, indexes] = await Promise.all(
  ['firestore.rules', 'database.rules.json', 'firestore.indexes.json'].map(deployed),
);
const cloud = new FakeCloud({
  ...{ clock, functions: createFunctions(), config: demoConfig, believe: believedCaller },
  rules: { firestore: firestore ?? '', database: database ?? '' },
  indexes: indexes ?? '',
});
await seedDemo(cloud.server, cryptoRandom.id(40));
const member = connect(cloud);
await member.auth.signIn(credentialOf({ id: 'mei' }));
const incidents: string[] = [];
for (let room = 0; room < Number(process.argv[2]); room++) incidents.push(await declareRoom(member, room));
await member.dispose();
const { docs } = await startEmulator({ cloud });
console.log(JSON.stringify({ docs, incidents }));
