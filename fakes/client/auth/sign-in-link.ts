/** Is this a link of the embedded cloud that signs in whoever follows it? */
export function isSignInLinkOfCloud(url: string): boolean {
  const [before = ''] = url.split('#');
  return /[?&]mode=signIn(?:&|$)/.test(before) && /[?&]oobCode=[^&]/.test(before);
}
