/** Is this a link of the embedded cloud that signs in whoever follows it? */
export function isSignInLinkOfCloud(url: string): boolean {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const parameters = query.split('&');
  return parameters.includes('mode=signIn') && parameters.some((parameter) => /^oobCode=./.test(parameter));
}
