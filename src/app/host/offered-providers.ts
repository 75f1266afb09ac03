/** Providers of accounts that the server names in the page. */
import * as v from 'valibot';
import type { OfferedProvider, SocialProvider } from '#ports/auth/auth.ts';

/** Name of the `meta` element. */
export const providersMeta = 'muster-sign-in';

const offered = v.array(
  v.object({
    id: v.pipe(
      v.string(),
      v.transform((id) => id as SocialProvider),
    ),
    name: v.string(),
  }),
);

/** Empty where there are none, and for a page without the element. */
export function offeredProviders(): readonly OfferedProvider[] {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${providersMeta}"]`)?.content;
  return text === undefined ? [] : v.parse(offered, JSON.parse(text));
}
