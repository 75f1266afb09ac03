import ArrowDown from 'lucide-react/icons/arrow-down';
import { Fragment, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useClockText, useZones } from '#src/ui/clock.tsx';
import { dayKey, dayName } from '#src/ui/time-format.ts';
import { TimelineItem, type TimelineRow } from './timeline-entry.tsx';
import styles from './timeline.module.css';

export interface TimelineProps {
  readonly label: string;
  /** Oldest first. */
  readonly entries: readonly TimelineRow[];
  /** Content of an empty timeline. */
  readonly empty?: ReactNode;
  /** Above the first entry: "Show earlier". */
  readonly head?: ReactNode;
}

/** Distance from the end that counts as the end, in pixels. */
const endWithin = 40;

/**
 * Events and comments in one list. Scrolls along while the reader is at the end; otherwise a counter shows the new entries and
 * nothing moves. Always scrolls to the reader's own entries.
 */
export function Timeline({ label, entries, empty, head }: TimelineProps) {
  const { zone } = useZones();
  const scroller = useRef<HTMLElement>(null);
  const inner = useRef<HTMLOListElement>(null);
  // The newest entry when the reader left the end; null while at the end.
  const [readTo, setReadTo] = useState<string | null>(null);
  const atEnd = readTo === null;
  const newest = entries.at(-1);
  const unseen = atEnd ? 0 : entries.length - 1 - entries.findLastIndex((entry) => entry.id === readTo);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (left <= endWithin) setReadTo(null);
    else if (atEnd) setReadTo(newest?.id ?? null);
  };

  const follow = useEffectEvent(() => {
    if (atEnd || newest?.own === true) scrollToEnd(scroller.current);
  });
  const newestId = newest?.id;
  // A new entry scrolls, a reordering does not.
  useLayoutEffect(() => {
    if (newestId !== undefined) follow();
  }, [newestId]);
  // Sizes before the first paint are estimates (content-visibility).
  useLayoutEffect(() => {
    if (!atEnd || !inner.current || typeof ResizeObserver === 'undefined') return undefined;
    const grown = new ResizeObserver(() => scrollToEnd(scroller.current));
    grown.observe(inner.current);
    return () => grown.disconnect();
  }, [atEnd]);

  return (
    <div className={styles.timeline}>
      <section ref={scroller} className={styles.scroller} aria-label={label} onScroll={onScroll}>
        {head}
        {entries.length === 0 ? empty : null}
        <ol ref={inner} className={styles.entries} aria-live="polite" aria-relevant="additions">
          {entries.map((entry, index) => {
            const previous = entries[index - 1];
            const newDay = !previous || dayKey(previous.at, zone) !== dayKey(entry.at, zone);
            return (
              <Fragment key={entry.id}>
                {newDay ? <DaySeparator at={entry.at} /> : null}
                <TimelineItem entry={entry} slide={atEnd} />
              </Fragment>
            );
          })}
        </ol>
      </section>
      {unseen > 0 ? (
        <button type="button" className={styles.pill} onClick={() => scrollToEnd(scroller.current)}>
          <ArrowDown className={styles.pillIcon} />
          {unseen} new
        </button>
      ) : null}
    </div>
  );
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}

function DaySeparator({ at }: { readonly at: number }) {
  const { zone } = useZones();
  const text = useClockText((now) => dayName(at, now, zone));
  return <li className={styles.day}>{text}</li>;
}
