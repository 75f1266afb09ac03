/** Whether the address is a sign-in link, as `actionLink` makes them. */
export function carriesSignInCode(url: string): boolean {
  const [before = ''] = url.split('#');
  return /[?&]mode=signIn(?:&|$)/.test(before) && /[?&]oobCode=[^&]/.test(before);
}
