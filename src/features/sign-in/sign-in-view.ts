/** The view of the sign-in screen, kept in the address: the browser's back button and a reload keep the view. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

const views = ['people', 'sign-in', 'create', 'link', 'phone', 'reset'] as const;
export type SignInView = (typeof views)[number];

const isView = (text: string | null): text is SignInView => views.some((view) => view === text);

export function useSignInView(first: SignInView): readonly [SignInView, (view: SignInView) => void] {
  const [params, setParams] = useSearchParams();
  const asked = params.get('way');
  const go = useCallback(
    (view: SignInView) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (view === first) next.delete('way');
        else next.set('way', view);
        return next;
      }),
    [setParams, first],
  );
  return [isView(asked) && (asked !== 'people' || first === 'people') ? asked : first, go];
}
