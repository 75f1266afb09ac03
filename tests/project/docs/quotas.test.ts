/** The table of quotas in the specification says what the code does. */
import { expect, test } from 'vitest';
import { constants, limits } from '#domain/constants.ts';
import { mostChallenges, mostSetups } from '#fakes/cloud/auth/expiring.ts';
import { mostGuesses } from '#fakes/cloud/auth/guesses.ts';
import { mostPasswordChecks, mostPasswordChecksOfOne } from '#provider-kit/auth/password-queue.ts';
import { mostSessions } from '#fakes/cloud/auth/sessions.ts';
import { quotaRefusals, visitorQuotas } from '#fakes/cloud/quotas.ts';
import { read } from './pages.ts';

const { devicesPerPerson, overridesPerSchedule, ownedTeamsPerPerson } = limits;

test('the table of quotas has the values and the codes of the code', async () => {
  const page = await read('docs/specification.md');
  const [, after = ''] = page.split('## What one visitor may leave');
  const [section = ''] = after.split('\n## ');
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+) \| (?:`([^`]+)`|—) \|/gm)];
  const table = Object.fromEntries(
    rows.map(([, name, value, code]) => [name, [Number(value), code ?? null]]),
  );
  const codeOf = (name: string) => quotaRefusals[name as keyof typeof quotaRefusals][0];
  const ofCloud = Object.entries(visitorQuotas).map(([name, value]) => [name, [value, codeOf(name)]]);
  expect(table).toEqual({
    ...Object.fromEntries(ofCloud),
    mostPasswordChecks: [mostPasswordChecks, 'auth/too-many-requests'],
    mostPasswordChecksOfOne: [mostPasswordChecksOfOne, 'auth/too-many-requests'],
    mostSessions: [mostSessions, 'auth/user-token-expired'],
    mostChallenges: [mostChallenges, 'auth/code-expired'],
    mostSetups: [mostSetups, 'auth/code-expired'],
    mostGuesses: [mostGuesses, null],
    presenceSlots: [constants.presenceSlots, 'permission-denied'],
    devicesPerPerson: [devicesPerPerson, 'limit_reached'],
    ownedTeamsPerPerson: [ownedTeamsPerPerson, 'limit_reached'],
    overridesPerSchedule: [overridesPerSchedule, 'limit_reached'],
  });
});
