/** Links from emails: what the address of the sign-in screen carries. */

export type FollowedKind = 'sign-in' | 'reset' | 'confirm';

interface Followed {
  readonly kind: FollowedKind;
  readonly code: string;
}

/** What the address of this screen carries, if it came from an email. */
export function followed(search: string): Followed | null {
  const params = new URLSearchParams(search);
  const [mode, code] = [params.get('mode'), params.get('oobCode')];
  if (mode === null || code === null || code === '') return null;
  if (mode === 'signIn') return { kind: 'sign-in', code };
  return { kind: mode === 'resetPassword' ? 'reset' : 'confirm', code };
}
