/** What only a signed-in member of a team sees: the frame and its screens. A script of its own, so that signing in needs none of it. */
import { Frame } from './frame.tsx';
import { Routes } from './routes.tsx';
import { SignedIn } from './signed-in.tsx';

export function Inside() {
  return (
    <SignedIn>
      <Frame>
        <Routes />
      </Frame>
    </SignedIn>
  );
}
