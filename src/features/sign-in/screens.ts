/** The sign-in screen: one script. */
import { DemoPeopleList } from './people.tsx';

export { SignInScreen } from './sign-in-screen.tsx';
export { SignInSkeleton } from './sign-in-skeleton.tsx';

/** In the demonstration the sign-in screen begins with it; other builds drop it. */
export const OfferedPeople = import.meta.env.VITE_PROVIDER === 'embedded' ? DemoPeopleList : () => null;
