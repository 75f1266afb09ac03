/** People of an export, matched by mail address: members of the team, people outside of it, and people without an address. */
import { answered, type MusterApi } from '../api.ts';
import type { ImportedExport, ImportedPerson } from './imported.ts';

/** Addresses that the API looks up in one request. */
const atOnce = 100;

export interface PersonMatch {
  readonly id: string;
  readonly person: ImportedPerson;
  /** Null: no member of the team has this address. */
  readonly userId: string | null;
}

/** People of schedules and policies, by the other tool's ids. */
export async function matchPeople(
  api: MusterApi,
  { people, schedules, policies }: ImportedExport,
): Promise<ReadonlyMap<string, PersonMatch>> {
  const inTurns = schedules.flatMap(({ layers }) => layers.flatMap((layer) => layer.people));
  const inSteps = policies.flatMap(({ steps }) =>
    steps.flatMap(({ targets }) => targets.flatMap((one) => (one.kind === 'person' ? [one.person] : []))),
  );
  const used = [...new Set([...inTurns, ...inSteps])].map(
    (id) => [id, people.get(id) ?? unknownPerson] as const,
  );
  const addresses = [
    ...new Set(used.flatMap(([, { email }]) => (email === '' ? [] : [email.toLowerCase()]))),
  ];
  const found = new Map<string, string>();
  for (let from = 0; from < addresses.length; from += atOnce) {
    const emails = addresses.slice(from, from + atOnce);
    const { items } = await answered(api.POST('/members/lookup', { body: { emails } }));
    for (const { email, userId } of items) found.set(email, userId);
  }
  return new Map(
    used.map(([id, person]) => [id, { id, person, userId: found.get(person.email.toLowerCase()) ?? null }]),
  );
}

const unknownPerson: ImportedPerson = { name: '', email: '' };

/** Such as `Noor Haddad <noor@example.com>`. */
export function personText({ id, person: { name, email } }: PersonMatch): string {
  if (name === '' && email === '') return `${id}, who is not in the export`;
  return email === '' ? `${name} (${id}), without a mail address` : `${name} <${email}>`;
}
