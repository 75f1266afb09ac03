/** Parts of the sign-in that few people need: scripts of their own, loaded once the screen is ready. */
import { lazyPart } from '#src/ui/lazy-part.ts';
import type { OpenIdWaysProps } from './open-id-ways.tsx';

export const signInParts = {
  people: lazyPart(() => import('./people.tsx'), 'DemoPeopleList'),
  openId: lazyPart<'OpenIdWays', OpenIdWaysProps>(() => import('./open-id-ways.tsx'), 'OpenIdWays'),
  email: lazyPart(() => import('./email-form.tsx'), 'EmailForm'),
  phone: lazyPart(() => import('./phone-form.tsx'), 'PhoneForm'),
  secondFactor: lazyPart(() => import('./second-factor.tsx'), 'SecondFactor'),
  followed: lazyPart(() => import('./followed-link.tsx'), 'Followed'),
} as const;

export const loadSignInParts = () => Promise.all(Object.values(signInParts).map(({ load }) => load()));
