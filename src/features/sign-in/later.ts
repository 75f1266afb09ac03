/** Ways to sign in that the first screen does without: one script. */
export { EmailForm } from './email-form.tsx';
export { Followed } from './followed-link.tsx';
export { OpenIdWays } from './open-id-ways.tsx';
export { PhoneForm } from './phone-form.tsx';
export { SecondFactor } from './second-factor.tsx';
