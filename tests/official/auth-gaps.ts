/**
 * Differences between the hosted service and the official Auth part with the code in front of it (hosted-auth). None of them is the
 * adapter's. Further promises of such a scenario are in `auth-rest.ts`.
 */
const of = (reason: string, scenarios: readonly string[]) =>
  scenarios.map((scenario) => [`auth › ${scenario}`, reason] as const);

export const authGaps: Readonly<Record<string, string>> = Object.fromEntries([
  ...of('A change of address ends no session of the part.', [
    'a change of address takes effect when its link is opened, and can be reverted',
  ]),
  ...of('The part writes no messages, only links and codes.', ['mails are sent in the chosen language']),
  ...of('Under enumeration protection the part does not look at the address.', [
    'a password reset for an unknown address resolves and sends nothing',
  ]),
  ...of('The part keeps the password of an account that a link proved to be another’s.', [
    'a sign-in link takes over the account of its address and removes an unverified password',
  ]),
]);
