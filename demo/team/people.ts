/** Alder & Finch, an online bookshop in Berlin that exists nowhere: who works there. */
import type { TeamRole } from '#domain/team/schema.ts';

export interface DemoPerson {
  /** Also their uid. */
  readonly id: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly timezone: string;
  /** For the list of whom to enter as. */
  readonly about: string;
}

export const demoTeamId = 'alder-and-finch';
export const demoTeamName = 'Alder & Finch';
export const demoTimezone = 'Europe/Berlin';

/** On the day the demonstration starts the first of them is on call for the shop, so a visitor who takes the first is paged. */
export const demoPeople: readonly DemoPerson[] = [
  {
    id: 'priya',
    name: 'Priya Nair',
    role: 'responder',
    timezone: 'Europe/Berlin',
    about: 'Shop engineer. Takes turns on call for checkout and payments.',
  },
  {
    id: 'diego',
    name: 'Diego Ramírez',
    role: 'responder',
    timezone: 'Europe/Madrid',
    about: 'Shop engineer. Takes turns on call for checkout and payments.',
  },
  {
    id: 'lena',
    name: 'Lena Kowalska',
    role: 'responder',
    timezone: 'Europe/Warsaw',
    about: 'Platform engineer. Takes turns on call for search and identity.',
  },
  {
    id: 'kwame',
    name: 'Kwame Mensah',
    role: 'responder',
    timezone: 'Europe/London',
    about: 'Platform engineer. Takes turns on call for search and identity.',
  },
  {
    id: 'mei',
    name: 'Mei Tanaka',
    role: 'admin',
    timezone: 'Europe/Berlin',
    about: 'Leads the shop team. Paged when the first two steps stay silent.',
  },
  {
    id: 'jonas',
    name: 'Jonas Weber',
    role: 'admin',
    timezone: 'Europe/Berlin',
    about: 'Leads the platform team. Keeps schedules and policies.',
  },
  {
    id: 'amara',
    name: 'Amara Okafor',
    role: 'owner',
    timezone: 'Europe/Berlin',
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
