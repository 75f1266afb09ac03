/** Which way in is being shown. It stands in the address, so that the browser's back button and a reload keep it. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

const ways = ['people', 'sign-in', 'create', 'link', 'phone', 'reset'] as const;
export type Way = (typeof ways)[number];

const isWay = (text: string | null): text is Way => ways.some((way) => way === text);

export function useWay(first: Way): readonly [Way, (way: Way) => void] {
  const [params, setParams] = useSearchParams();
  const asked = params.get('way');
  const go = useCallback(
    (way: Way) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (way === first) next.delete('way');
        else next.set('way', way);
        return next;
      }),
    [setParams, first],
  );
  return [isWay(asked) && (asked !== 'people' || first === 'people') ? asked : first, go];
}
