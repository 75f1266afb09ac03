/** Pages that wait for the reader, by how loud they are: the same for the alarm, the notice, home, the strip and the tab's title. */
import { useMemo } from 'react';
import { byLook, pageLook } from '#domain/page/look.ts';
import type { Page } from '#domain/page/schema.ts';
import { useMyOpenPages } from './pages.ts';
import { useThisTarget } from './this-target.ts';

export interface WaitingPages {
  /** All of them, the loudest first. */
  readonly all: readonly Page[];
  /** Pages that need the reader at once. */
  readonly critical: readonly Page[];
  readonly low: readonly Page[];
  /** Drills of this device. */
  readonly drills: readonly Page[];
}

export function useWaitingPages(): WaitingPages {
  const { data } = useMyOpenPages();
  const here = useThisTarget()?.target;
  return useMemo(() => {
    const all = (data?.items ?? [])
      .map(({ value }) => value)
      // A drill proves one device; answered anywhere else it would prove nothing.
      .filter(({ subject }) => subject.kind !== 'drill' || subject.to.target === here)
      .toSorted(byLook);
    const of = (look: ReturnType<typeof pageLook>) => all.filter((page) => pageLook(page) === look);
    return { all, critical: of('critical'), low: of('low'), drills: of('drill') };
  }, [data, here]);
}
