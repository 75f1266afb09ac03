/** Parts of the sign-in that few people need: a script of their own, loaded once the screen is ready. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const signInParts = {
  people: lazyPart(() => import('./screens.ts'), 'OfferedPeople'),
  account: lazyPart(() => import('./account-form.tsx'), 'AccountForm'),
  openId: lazyPart(() => import('./later.ts'), 'OpenIdWays'),
  email: lazyPart(() => import('./later.ts'), 'EmailForm'),
  phone: lazyPart(() => import('./later.ts'), 'PhoneForm'),
  secondFactor: lazyPart(() => import('./later.ts'), 'SecondFactor'),
  followed: lazyPart(() => import('./later.ts'), 'Followed'),
} as const;

export const loadSignInParts = () => Promise.all(Object.values(signInParts).map(({ load }) => load()));
