/** Is this a link of Firebase Auth that signs in whoever follows it? Decided without the SDK. */
export function isSignInLink(url: string): boolean {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const parameters = query.split('&');
  return parameters.includes('mode=signIn') && parameters.some((parameter) => /^oobCode=./.test(parameter));
}
