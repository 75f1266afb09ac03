/** Headings of the sign-in screen's views. */
import type { SignInView } from './sign-in-view.ts';

/** View that the screen begins with: in the demonstration the team's members are a click away. */
export const firstView: SignInView = import.meta.env.VITE_PROVIDER === 'embedded' ? 'people' : 'sign-in';

export const titles: Readonly<Record<SignInView, string>> = {
  people: 'Step into a rehearsal',
  'sign-in': 'Sign in',
  create: 'Create your account',
  link: 'Sign in by email',
  phone: 'Sign in by phone',
  reset: 'Choose a new password',
};

export const leads: Readonly<Partial<Record<SignInView, string>>> = {
  people:
    'Choose who to be. The whole backend runs in this browser; open a second tab to be a second person.',
  create: 'It takes a name, an address and a password.',
  link: 'We send a link to your address. Whoever opens it is signed in: no password.',
  reset: 'Enter the address you signed up with. A link to choose a new password is sent there.',
};
