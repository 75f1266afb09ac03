/** Is this a link of Firebase Auth that signs in whoever follows it? Decided without the SDK. */
export function isSignInLink(url: string): boolean {
  const [before = ''] = url.split('#');
  return /[?&]mode=signIn(?:&|$)/.test(before) && /[?&]oobCode=[^&]/.test(before);
}
