/** Whether the address is a sign-in link of the embedded cloud. */
export function isSignInLinkOfCloud(url: string): boolean {
  const [before = ''] = url.split('#');
  return /[?&]mode=signIn(?:&|$)/.test(before) && /[?&]oobCode=[^&]/.test(before);
}
