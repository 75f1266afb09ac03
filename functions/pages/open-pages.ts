/** Number of pages that wait for a person: the app's badge on their devices. */
import { pageSchema } from '#domain/page/schema.ts';
import { fromDocument } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** A badge need not tell more apart. */
const most = 100;

export async function countOpenPages(server: ServerPorts, teamId: string, userId: string): Promise<number> {
  const asked = [where('status', '==', 'notifying'), where('waitingFor', 'array-contains', userId)];
  const first = [orderBy('createdAt'), limit(most)];
  const found = await server.docs.find(query(collectionPaths.pages(teamId), ...asked, ...first));
  return found.filter((snapshot) => {
    const page = fromDocument(pageSchema, snapshot);
    return page !== null && !page.acknowledgements.some((one) => one.userId === userId);
  }).length;
}
