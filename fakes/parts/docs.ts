/** Documents, as a part of a cloud: the service and the client's port. */
import { createMemoryDocs, docsPortWith } from '#fakes/client/docs/docs-port.ts';
import type { ReadIndexes } from '#fakes/cloud/docs/declared-indexes.ts';
import { createDocsService } from '#fakes/cloud/docs/service.ts';
import type { browserCaches } from '#sync/browser-caches.ts';
import type { DocsPart } from './cloud-of.ts';

/** Documents in memory. Every query is served. */
export const docsPart: DocsPart = {
  service: (platform) => createDocsService(platform),
  port: createMemoryDocs,
  checksIndexes: false,
  keepsDocs: false,
};

export interface DocsAbilities {
  /** `indexChecks` of `docs-abilities.ts`: a query that no declared index serves is refused. */
  readonly indexes?: ReadIndexes;
  /** `browserCaches` of `docs-abilities.ts`: documents are kept in a client's stores. */
  readonly caches?: typeof browserCaches;
}

/** Documents with these abilities. */
export const docsPartWith = ({ indexes, caches }: DocsAbilities): DocsPart => ({
  service: (platform) => createDocsService(platform, indexes),
  port: docsPortWith(caches ?? null),
  checksIndexes: indexes !== undefined,
  keepsDocs: caches !== undefined,
});
