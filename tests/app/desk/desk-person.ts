/** Member of the demonstration team on a desk or a host, without a browser: the server's documents, and commands in the member's name. */
import type * as v from 'valibot';
import { alertSchema } from '#domain/alert/schema.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { deliverySchema, pageSchema } from '#domain/page/schema.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Backend } from '#ports/backend.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { deskMember } from './process.ts';

export type DeskPerson = Awaited<ReturnType<typeof deskPerson>>;

/** `open`: opens a client of the server. Default: of a desk. */
export async function deskPerson(url: URL, id: string, open: (url: URL) => Backend = deskMember) {
  const { auth, docs, functions, messaging, dispose } = open(url);
  await auth.signIn({ kind: 'password', email: demoEmail({ id }), password: demoPassword });
  let commands = 0;
  const find = async <S extends v.GenericSchema>(schema: S, ...asked: Parameters<typeof query>) =>
    (await docs.find(query(...asked), { source: 'server' })).docs.map(
      (one) => fromDocument(schema, one) as v.InferOutput<S>,
    );
  const command = (name: string, input: object) =>
    functions.call(name, { teamId: demoTeamId, commandId: `${id}-${Date.now()}-${++commands}`, ...input });
  const visible = where('private', '==', false);
  return {
    dispose,
    /** Alerts without those of the team's history. */
    newAlerts: async () => {
      const found = await find(alertSchema, collectionPaths.alerts(demoTeamId), visible);
      return found.filter((one) => !one.id.endsWith('-alert'));
    },
    /** Pages without those of the team's history. */
    newPages: async () => {
      const found = await find(pageSchema, collectionPaths.pages(demoTeamId), visible);
      return found.filter((one) => !one.id.endsWith('-page'));
    },
    incident: async (incidentId: string) =>
      fromDocument(
        incidentSchema,
        await docs.get(documentPaths.incident(demoTeamId, incidentId), { source: 'server' }),
      ),
    timeline: (incidentId: string) =>
      find(
        timelineEventSchema,
        collectionPaths.timeline(demoTeamId, incidentId),
        orderBy('createdAt'),
        orderBy('sequence'),
      ),
    /** Declares an incident, and pages these people about it. */
    declare: (title: string, userIds: readonly string[]) =>
      command('declareIncident', {
        ...{ title, severity: 'SEV2', serviceIds: [], alertId: null, private: false },
        page: [{ kind: 'people', userIds: [...userIds] }],
      }),
    /** Registers for pushes; returns the ids of the pages that they are about, as they come. */
    async takePushes(): Promise<readonly string[]> {
      const pageIds: string[] = [];
      messaging.onMessage(({ data }) => {
        if (data?.['kind'] === 'page') pageIds.push(data['pageId'] ?? '');
      });
      const { id: registration } = await messaging.register({ ask: true });
      const device = { deviceId: `${id}-phone`, label: 'Phone', userAgent: '' };
      await command('registerDevice', { ...device, registration });
      return pageIds;
    },
    /** Newest first. */
    openPages: () =>
      find(
        pageSchema,
        collectionPaths.pages(demoTeamId),
        visible,
        where('status', '==', 'notifying'),
        orderBy('createdAt', 'desc'),
      ),
    page: async (pageId: string) =>
      fromDocument(pageSchema, await docs.get(documentPaths.page(demoTeamId, pageId), { source: 'server' })),
    /** Deliveries to real devices: simulated members have one each, too. */
    deliveries: async (pageId: string) => {
      const found = await find(deliverySchema, collectionPaths.deliveries(demoTeamId, pageId));
      return found.filter(({ to }) => to?.target.startsWith('simulated-') !== true);
    },
    devices: async () => {
      const mine = where('userId', '==', id);
      const found = await find(deviceSchema, collectionPaths.devices(demoTeamId), mine);
      return found.filter((one) => !one.id.startsWith('simulated-'));
    },
    command,
  };
}
