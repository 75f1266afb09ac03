/** Alder & Finch, an online bookshop in Berlin that exists nowhere: who works there. */
import type { TeamRole } from '#domain/team/schema.ts';

export interface DemoPerson {
  /** Id of the member and of the account. */
  readonly id: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly timezone: string;
  /** Description in the list of accounts. */
  readonly about: string;
}

export const demoTeamId = 'alder-and-finch';
export const demoTeamName = 'Alder & Finch';
export const demoTimezone = 'Europe/Berlin';

const responder = (subjects: string, team: string) =>
  ({ role: 'responder', about: `${team} engineer. Takes turns on call for ${subjects}.` }) as const;
const shop = responder('checkout and payments', 'Shop');
const platform = responder('search and identity', 'Platform');

/**
 * Members of the demonstration. The first is on call for the shop on the day of the start, so a visitor who enters as the first is
 * paged.
 */
export const demoPeople: readonly DemoPerson[] = [
  { id: 'priya', name: 'Priya Nair', ...shop, timezone: demoTimezone },
  { id: 'diego', name: 'Diego Ramírez', ...shop, timezone: 'Europe/Madrid' },
  { id: 'lena', name: 'Lena Kowalska', ...platform, timezone: 'Europe/Warsaw' },
  { id: 'kwame', name: 'Kwame Mensah', ...platform, timezone: 'Europe/London' },
  {
    id: 'mei',
    name: 'Mei Tanaka',
    role: 'admin',
    timezone: demoTimezone,
    about: 'Leads the shop team. Paged when the first two steps stay silent.',
  },
  {
    id: 'jonas',
    name: 'Jonas Weber',
    role: 'admin',
    timezone: demoTimezone,
    about: 'Leads the platform team. Keeps schedules and policies.',
  },
  {
    id: 'amara',
    name: 'Amara Okafor',
    role: 'owner',
    timezone: demoTimezone,
    about: 'Head of engineering. Owns the team and may do everything.',
  },
  {
    id: 'tom',
    name: 'Tom Lindqvist',
    role: 'viewer',
    timezone: 'Europe/Stockholm',
    about: 'Customer support. Follows along and changes nothing.',
  },
];
