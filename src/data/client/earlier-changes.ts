/**
 * Order over tabs: before a tab gives a change, it takes over what other tabs have given before to the same aggregate and still has no
 * answer, so that its own change waits for those. All are sent twice then; the server does each once.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Unsubscribe } from '#ports/shared.ts';

/** Takes over the stored changes of one scope. */
type Adopt = (scope: string) => void;

const adopters = new WeakMap<QueryClient, Adopt>();

/** A single one per client: the outbox, while it is attached. */
export function onGiving(client: QueryClient, adopt: Adopt): Unsubscribe {
  adopters.set(client, adopt);
  return () => {
    if (adopters.get(client) === adopt) adopters.delete(client);
  };
}

export function adoptEarlier(client: QueryClient, scope: string | null): void {
  if (scope !== null) adopters.get(client)?.(scope);
}
