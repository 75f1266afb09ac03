/** Whether the address is a sign-in link of Firebase Auth. Decided without the SDK. */
export function isSignInLink(url: string): boolean {
  const [before = ''] = url.split('#');
  return /[?&]mode=signIn(?:&|$)/.test(before) && /[?&]oobCode=[^&]/.test(before);
}
