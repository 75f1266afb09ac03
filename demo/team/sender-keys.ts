/** Keys of the demonstration's alert senders: derived from a secret that is drawn with the cloud and kept in it. */
import { ingestKeyFrom } from '#api/ingest-key.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { DocData } from '#ports/docs/values.ts';

/** Services with a sender. */
export const demoServiceIds = ['payments', 'identity', 'checkout', 'search', 'catalogue'] as const;
export type DemoServiceId = (typeof demoServiceIds)[number];

/** Key of the sender of each service. */
export type DemoKeys = Readonly<Record<DemoServiceId, string>>;

/** Where the secret is kept. Only the server and the operator read it. */
export const demoSecretPath = serverPaths.secret('demonstration');

export const secretDocument = (secret: string) => ({ key: secret });

/** `secret`: of at least 128 bits. */
export const demoKeysFrom = (secret: string): DemoKeys =>
  Object.fromEntries(
    demoServiceIds.map((service) => [service, ingestKeyFrom(`${secret} ${service}`)]),
  ) as unknown as DemoKeys;

/** The keys by the document of the secret. @throws Error when there is none, or it has no secret */
export function demoKeysOf(document: DocData | null): DemoKeys {
  const secret = document?.['key'];
  if (typeof secret === 'string') return demoKeysFrom(secret);
  throw new Error('This cloud has no keys of the demonstration’s alert senders.');
}
