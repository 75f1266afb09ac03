import { useOfferedProviders } from '#src/data/client/offered-providers.ts';

const socialNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
};

/** A linked sign-in method as a heading: “Phone”, “Google”, and what the configuration calls an OpenID Connect provider. */
export function useProviderName(): (id: string) => string {
  const offered = useOfferedProviders();
  return (id) =>
    id === 'phone' ? 'Phone' : (offered.find((one) => one.id === id)?.name ?? socialNames[id] ?? id);
}
