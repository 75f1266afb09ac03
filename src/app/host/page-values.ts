/** Values that the server puts into each page before its app starts. */
import type { SocialProviderSet } from '#adapters/postgres/auth/social/social-providers.ts';
import { providersMeta } from './offered-providers.ts';

export const pageValues = (providers: SocialProviderSet): Readonly<Record<string, string>> => ({
  [providersMeta]: JSON.stringify(
    Object.entries(providers).map(([id, one]) => ({ id, name: one?.name ?? id })),
  ),
});
