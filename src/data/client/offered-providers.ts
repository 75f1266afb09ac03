/** Services whose accounts sign in: those that the backend names, else Google and those of the configuration. */
import { authToken, type OfferedProvider } from '#ports/auth/auth.ts';
import { usePort } from '#react/ports.tsx';
import { useSettings } from './settings.ts';

/** Empty where the backend knows no such accounts. */
export function useOfferedProviders(): readonly OfferedProvider[] {
  const { social } = usePort(authToken);
  const { signInProviders } = useSettings();
  if (!social) return [];
  return social.providers ?? [{ id: 'google.com', name: 'Google' }, ...signInProviders];
}
