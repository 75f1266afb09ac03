/** The whole timeline of an incident, read page by page on request: for exports and figures. Nothing of it is kept live. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import { useReadTimeline } from './room.ts';

export interface WholeTimeline {
  /** Entries that were kept, oldest first; undefined until all are read. */
  readonly events: readonly TimelineEvent[] | undefined;
  /** Number of entries read so far. */
  readonly count: number;
  readonly isReading: boolean;
  /** Null: none. */
  readonly error: unknown;
  read(): void;
  /** Ends the reading after the page that is asked for; what was read is dropped. */
  stop(): void;
}

/** `keeps` thins out what is kept of each page. */
export function useWholeTimeline(
  incidentId: string,
  keeps: (page: readonly TimelineEvent[]) => readonly TimelineEvent[] = (page) => page,
): WholeTimeline {
  const pagesOf = useReadTimeline(incidentId);
  const [count, setCount] = useState(0);
  const run = useRef(0);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: async (mine: number) => {
      const kept: TimelineEvent[] = [];
      let read = 0;
      for await (const page of pagesOf()) {
        if (run.current !== mine) return undefined;
        kept.push(...keeps(page));
        read += page.length;
        setCount(read);
      }
      return kept;
    },
    networkMode: 'always',
  });
  const stop = () => {
    run.current += 1;
    setCount(0);
    reset();
  };
  return {
    events: data,
    count,
    isReading: isPending,
    error,
    read() {
      stop();
      mutate(run.current);
    },
    stop,
  };
}
