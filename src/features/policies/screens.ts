/** This feature's screens: one script. */
export { NewPolicyScreen } from './new-policy-screen.tsx';
export { PoliciesScreen } from './policies-screen.tsx';
export { PolicyScreen } from './policy-screen.tsx';
