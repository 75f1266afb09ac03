import { Suspense } from 'react';
import { startParts } from './start-parts.ts';
import { useStore } from '#src/data/client/store.ts';
import type { SocialChooser } from './social-chooser.ts';

/** The account chooser while a question is open. */
export function SocialQuestions({ chooser }: { readonly chooser: SocialChooser }) {
  const question = useStore(chooser);
  if (!question) return null;
  return (
    <Suspense>
      <startParts.social.Component question={question} />
    </Suspense>
  );
}
