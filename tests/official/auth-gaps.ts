/**
 * Differences between the hosted service and the official Auth part with the code in front of it (hosted-auth). None of them is the
 * adapter's. Further promises of such a scenario are in `auth-rest.ts`.
 */
const of = (reason: string, scenarios: readonly string[]) =>
  scenarios.map((scenario) => [`auth › ${scenario}`, reason] as const);

export const authGaps: Readonly<Record<string, string>> = Object.fromEntries([
  ...of('A change of address ends no session of the part.', [
    'an address changes once the link is followed, and can be had back',
  ]),
  ...of('The part writes no messages, only links and codes.', [
    'messages speak the language that was chosen',
  ]),
  ...of('Under enumeration protection the part does not look at the address.', [
    'a reset for an unknown address looks the same and sends nothing',
  ]),
  ...of('The part keeps the password of an account that a link proved to be another’s.', [
    'the owner of the address gets the account; a password set without proof is dropped',
  ]),
]);
