/** Clients under rules, for tests of the guard. */
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import type { RulesRefusal } from '#ports/control.ts';
import type { query } from '#ports/docs/query.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { type WriteData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';

const rulesOfVersion2 = (text: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function named(name) { return get(/databases/$(database)/documents/roles/$(name)).data; }
    ${text}
  }
}`;

export const guardedClients: EmbeddedClient[] = [];

export async function guardedStage(text: string, data: Readonly<Record<string, WriteData>> = {}) {
  const refusals: RulesRefusal[] = [];
  const cloud = new FakeCloud({
    rules: { firestore: rulesOfVersion2(text) },
    onRefusal: (refusal) => void refusals.push(refusal),
  });
  const { server } = cloud;
  const put = (path: string, value: WriteData) => server.docs.batch([{ type: 'set', path, data: value }]);
  for (const [path, value] of Object.entries(data)) await put(path, value);
  const person = async () => {
    const client = connect(cloud);
    guardedClients.push(client);
    await client.auth.guests.signIn();
    const uid = client.auth.currentUser()?.uid ?? '';
    return { ...client, uid };
  };
  return { cloud, refusals, server, put, person };
}

/** Events of a listener, in short. */
export function guardedListener(client: EmbeddedClient, what: string | ReturnType<typeof query>) {
  const told: unknown[] = [];
  const error = (problem: unknown) => void told.push(problem instanceof PortError ? problem.code : problem);
  const stop =
    typeof what === 'string'
      ? client.docs.watch(what, { next: ({ data }: DocSnapshot) => void told.push(data), error })
      : client.docs.watchQuery(what, { next: ({ docs }) => void told.push(docs.map(({ id }) => id)), error });
  return { told, stop };
}
