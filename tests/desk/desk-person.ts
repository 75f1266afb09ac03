/** One of the demonstration team on a desk, without a browser: what the server keeps, and commands in their name. */
import type * as v from 'valibot';
import { deviceSchema } from '#domain/device/schema.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { deskMember } from './process.ts';

export type DeskPerson = Awaited<ReturnType<typeof deskPerson>>;

export async function deskPerson(url: URL, id: string) {
  const { auth, docs, functions, dispose } = deskMember(url);
  await auth.signIn({ kind: 'password', email: demoEmail({ id }), password: demoPassword });
  let commands = 0;
  const find = async <S extends v.GenericSchema>(schema: S, ...asked: Parameters<typeof query>) =>
    (await docs.find(query(...asked), { source: 'server' })).docs.map(
      (one) => fromDocument(schema, one) as v.InferOutput<S>,
    );
  return {
    dispose,
    /** Newest first. */
    openPages: () =>
      find(
        pageSchema,
        collectionPaths.pages(demoTeamId),
        where('private', '==', false),
        where('status', '==', 'notifying'),
        orderBy('createdAt', 'desc'),
      ),
    page: async (pageId: string) =>
      fromDocument(pageSchema, await docs.get(documentPaths.page(demoTeamId, pageId), { source: 'server' })),
    /** To real devices: simulated members have one each, too. */
    deliveries: async (pageId: string) => {
      const found = await find(deliverySchema, collectionPaths.deliveries(demoTeamId, pageId));
      return found.filter(({ deviceId }) => deviceId?.startsWith('simulated-') !== true);
    },
    devices: async () => {
      const mine = where('userId', '==', id);
      const found = await find(deviceSchema, collectionPaths.devices(demoTeamId), mine);
      return found.filter((one) => !one.id.startsWith('simulated-'));
    },
    command: (name: string, input: object) =>
      functions.call(name, { teamId: demoTeamId, commandId: `${id}-${Date.now()}-${++commands}`, ...input }),
  };
}
