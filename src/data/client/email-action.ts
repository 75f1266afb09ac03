/** Links from emails: the action that the address of the sign-in screen carries. */

export type EmailActionKind = 'sign-in' | 'reset' | 'confirm';

interface EmailAction {
  readonly kind: EmailActionKind;
  readonly code: string;
}

/** The action of an email's link, from the query of an address; `null` for an address without one. */
export function parseEmailAction(search: string): EmailAction | null {
  const params = new URLSearchParams(search);
  const [mode, code] = [params.get('mode'), params.get('oobCode')];
  if (mode === null || code === null || code === '') return null;
  if (mode === 'signIn') return { kind: 'sign-in', code };
  return { kind: mode === 'resetPassword' ? 'reset' : 'confirm', code };
}
