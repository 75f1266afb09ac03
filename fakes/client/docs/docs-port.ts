/** The documents port of an embedded client, with or without caches that outlast it. */
import type { Complete } from '#ports/complete.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { complete } from '#provider-kit/complete.ts';
import type { browserCaches } from '#sync/browser-caches.ts';
import { syncDocs } from '#sync/docs.ts';
import type { ClientContext } from '../context.ts';
import { createDocsTransport } from '../docs-transport.ts';

type OpenCaches = typeof browserCaches;

/** Documents that end with the client, without the program of persistent caches. */
export const createMemoryDocs = (context: ClientContext): Complete<Docs> => openDocs(context, null);

/** Documents that are kept by `caches` where the client's stores outlast it. */
export const docsPortWith =
  (caches: OpenCaches | null) =>
  (context: ClientContext): Complete<Docs> =>
    openDocs(context, context.outlasted ? caches : null);

function openDocs(context: ClientContext, caches: OpenCaches | null): Complete<Docs> {
  const { link, clock, random, settings, stores, storage } = context;
  const { docs, dispose } = syncDocs(
    {
      transport: createDocsTransport(link),
      clock,
      random,
      settings,
      caches: caches?.(stores.local, storage) ?? null,
      report: (error) => console.error(error),
    },
    context,
  );
  context.onDispose(dispose);
  return complete(docs);
}
