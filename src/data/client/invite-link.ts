/**
 * The opened invite, kept for this tab during sign-in or sign-up. Read from the fragment of an address, which is sent to no server. Apart
 * from `api/invite-token.ts`, which a first screen does not need.
 */
const key = 'muster.invite';

/** `fragment`: an address’s own, with its `#`. Other fragments are ignored. */
export function rememberInvite(fragment: string): void {
  if (!/^#[\w-]+\.[0-9a-f]+$/u.test(fragment)) return;
  try {
    sessionStorage.setItem(key, fragment);
  } catch {
    // Without storage the link is opened again after signing in.
  }
}

/** Null for none. */
export function rememberedInvite(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetInvite(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is no link.
  }
}
