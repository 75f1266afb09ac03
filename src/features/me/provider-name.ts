import { useSettings } from '#src/data/client/settings.ts';

const socialNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
};

/** A linked sign-in method as a heading: “Phone”, “Google”, and what the configuration calls an OpenID Connect provider. */
export function useProviderName(): (id: string) => string {
  const { signInProviders } = useSettings();
  return (id) =>
    id === 'phone' ? 'Phone' : (socialNames[id] ?? signInProviders.find((one) => one.id === id)?.name ?? id);
}
