/** Accounts that a visitor may enter as with one click. The password is no secret: they exist only in a demonstration. */
import type { DemoAccount } from '#ports/control.ts';
import { demoPeople, type DemoPerson } from './team/people.ts';

export const demoPassword = 'muster-demo';

export const demoEmail = ({ id }: Pick<DemoPerson, 'id'>): string => `${id}@alder-and-finch.example`;

export const credentialOf = (person: Pick<DemoPerson, 'id'>) =>
  ({ kind: 'password', email: demoEmail(person), password: demoPassword }) as const;

const roleNames = { owner: 'Owner', admin: 'Admin', responder: 'Responder', viewer: 'Viewer' } as const;

export const demoAccounts: readonly DemoAccount[] = demoPeople.map((person) => ({
  name: person.name,
  description: `${roleNames[person.role]}. ${person.about}`,
  credential: credentialOf(person),
}));
