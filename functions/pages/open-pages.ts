/** Number of pages that wait for a person: the app's badge on their devices. */
import { pageSchema } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { findReadable } from '../kernel/readable.ts';

/** A badge need not tell more apart. */
const most = 100;

export async function countOpenPages(server: ServerPorts, teamId: string, userId: string): Promise<number> {
  const asked = [where('status', '==', 'notifying'), where('waitingFor', 'array-contains', userId)];
  const first = [orderBy('createdAt'), limit(most)];
  const waiting = query(collectionPaths.pages(teamId), ...asked, ...first);
  const pages = await findReadable(server, pageSchema, waiting);
  return pages.filter((page) => !page.acknowledgements.some((one) => one.userId === userId)).length;
}
