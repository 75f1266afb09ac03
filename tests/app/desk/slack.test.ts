/** Slack's requests to a running desk, through its socket. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoTeamId } from '#demo/team/people.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { credentialOf } from '#demo/accounts.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import { slackAnswers, throughSlackDoor } from '../functions/slack-door.ts';
import { type DeskProgram, deskMember, keptServer, openProgram } from './process.ts';

let program: DeskProgram;
beforeAll(async () => {
  program = await openProgram(await keptServer());
});
afterAll(() => program.close());

test('a Slack command is answered at once and executed in a task', async () => {
  const url = await program.run('--port', '0').ready();
  const { auth, docs, functions, dispose } = deskMember(url);
  await auth.signIn(credentialOf({ id: 'jonas' }));
  let commands = 0;
  const command = (name: string, input: object) =>
    functions.call(name, { teamId: demoTeamId, commandId: `slack-${++commands}`, ...input });
  const door = { base: url.origin, command };
  expect(await throughSlackDoor(door, 'Declared in a room')).toMatchObject(slackAnswers);
  const visible = query(collectionPaths.incidents(demoTeamId), where('private', '==', false));
  await expect
    .poll(async () =>
      (await docs.find(visible, { source: 'server' })).docs
        .map((found) => fromDocument(incidentSchema, found))
        .filter((incident) => incident?.title === 'Declared in a room'),
    )
    .toMatchObject([{ createdBy: 'jonas' }]);
  await dispose();
});
