/** Mailboxes, phones and authenticator apps of a rehearsal. Empty without a rehearsal. */
import { useQuery } from '@tanstack/react-query';
import type { EnrolledFactor } from '#ports/auth/auth.ts';
import type { AuthenticatorCode, InboxMessage } from '#ports/control.ts';
import { useServerNow } from '../client/server-now.ts';
import { useControl } from '../client/ports.tsx';

const fresh = { networkMode: 'always', retry: false, staleTime: 0, gcTime: 0 } as const;

/** The newest message that matches; `null` for none, `undefined` while it is looked for. Looks once. */
function useMessage(
  about: string,
  matches: (message: InboxMessage) => boolean,
): InboxMessage | null | undefined {
  const control = useControl();
  const { data } = useQuery({
    ...fresh,
    queryKey: ['sent-to', about],
    queryFn: async () => (await control?.inbox()) ?? [],
    enabled: control !== null,
  });
  return data && (data.find(matches) ?? null);
}

/** The newest message to an address or number. */
export const useSentTo = (to: string): InboxMessage | null | undefined =>
  useMessage(to, (message) => message.to.toLowerCase() === to.trim().toLowerCase());

/** Codes of the rehearsal's authenticator apps, read again in each period of half a minute. */
export function useAuthenticator(): readonly AuthenticatorCode[] {
  const control = useControl();
  const period = Math.floor(useServerNow() / 30_000);
  const { data } = useQuery({
    ...fresh,
    queryKey: ['authenticator', period],
    queryFn: async () => (await control?.authenticator()) ?? [],
    enabled: control !== null,
    placeholderData: (before) => before,
  });
  return data ?? [];
}

export const useAuthenticatorCode = (matches: (entry: AuthenticatorCode) => boolean): string | null =>
  useAuthenticator().find(matches)?.code ?? null;

/** The code that this second factor asks for. */
export function useFactorCode({
  id,
  kind,
  phoneHint,
}: Pick<EnrolledFactor, 'id' | 'kind' | 'phoneHint'>): string | null {
  const shown = useAuthenticatorCode(({ factorId }) => factorId === id);
  const ending = phoneHint?.slice(-4) ?? '';
  const sent = useMessage(id, ({ channel, to }) => channel === 'sms' && to.endsWith(ending));
  return kind === 'totp' ? shown : (sent?.action ?? null);
}
