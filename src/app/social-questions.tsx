import { Suspense, useSyncExternalStore } from 'react';
import { startParts } from './start-parts.ts';
import type { SocialChooser } from './social-chooser.ts';

/** Shows the account chooser while there is something to choose. */
export function SocialQuestions({ chooser }: { readonly chooser: SocialChooser }) {
  const question = useSyncExternalStore(chooser.subscribe, chooser.current);
  if (!question) return null;
  return (
    <Suspense>
      <startParts.social.Component question={question} />
    </Suspense>
  );
}
