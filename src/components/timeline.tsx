import ArrowDown from 'lucide-react/icons/arrow-down';
import {
  memo,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useClockText, useReadClock, useZones } from '#src/ui/clock.tsx';
import { cx } from '#src/ui/cx.ts';
import { ListTooltip } from '#src/ui/list-tooltip.tsx';
import { FullTime } from '#src/ui/time.tsx';
import { dayKey, dayName } from '#src/ui/time-format.ts';
import { WindowedList, type WindowedListHandle } from '#src/ui/windowed-list.tsx';
import { entryAnchor, TimelineItem, type TimelineRow } from './timeline-entry.tsx';
import { PrintedPart } from './timeline-print.tsx';
import { MarkControl, markKey, NewMark, type TimelineMark, useMark } from './timeline-mark.tsx';
import styles from './timeline.module.css';

/** The part of a long timeline that is loaded. */
export interface LoadedPart {
  /** `loading` is shown after a moment. */
  readonly before: 'end' | 'more' | 'loading';
  readonly after: 'end' | 'more' | 'loading';
  /** Number of entries before the first one; null while unknown. */
  readonly offset: number | null;
  readonly total: number | null;
  /** Number of entries that came since the opening. */
  readonly arrivals: number;
  /** Why nothing more may come for now, such as a lost connection. */
  readonly notice?: string | undefined;
  older(): void;
  newer(): void;
  toStart(): void;
  toEnd(): void;
  /** Told when the reader reaches or leaves the end. */
  follow(following: boolean): void;
}

export interface TimelineProps {
  readonly label: string;
  /** Oldest first. */
  readonly entries: readonly TimelineRow[];
  /** Absent: `entries` are the whole timeline. */
  readonly window?: LoadedPart | undefined;
  /** Entry to scroll to once it is among `entries`. Another object scrolls again. */
  readonly target?: { readonly id: string } | null;
  /** Mark before what is new. */
  readonly mark?: TimelineMark | null;
  /** Whether something else is in the place of the control that goes to the mark. Default false. */
  readonly hidesMarkControl?: boolean;
  /** Content of an empty timeline. */
  readonly empty?: ReactNode;
}

interface EntryRow {
  readonly entry: TimelineRow;
  readonly index: number;
  /** Whether its day's name stands above it. The first row's is in the list's padding, so that no row changes its height. */
  readonly beginsDay: boolean;
}

/** `entry` is null in the row of the mark: a row of its own, so that it changes the height of no other. */
type Row = EntryRow | { readonly entry: null };

/** The name of the first row's day stands in the space before it. */
const padding = { start: 52, end: 20 };
const keyOf = ({ entry }: Row) => entry?.id ?? markKey;
/** Heights of one line, in pixels. */
const estimate = (row: Row) =>
  row.entry === null ? 36 : (row.entry.kind === 'comment' ? 60 : 40) + (row.beginsDay ? 40 : 0);
const fullTime = (at: string): ReactNode => (/^\d+$/.test(at) ? <FullTime at={Number(at)} /> : at);

/**
 * Events and comments in one list. Scrolls along while the reader is at the end; otherwise a counter shows the new entries and
 * nothing moves. Always scrolls to the reader's own entries.
 */
export function Timeline(props: TimelineProps) {
  const {
    label,
    entries,
    window: loaded,
    target = null,
    mark = null,
    hidesMarkControl = false,
    empty,
  } = props;
  const { zone } = useZones();
  const today = useClockText((now) => dayKey(now, zone));
  const list = useRef<WindowedListHandle>(null);
  const markedId = mark?.entryId ?? null;
  const rows = useMemo(() => rowsOf(entries, zone, markedId), [entries, zone, markedId]);
  // The newest entry and the number of arrivals when the reader left the end; null while at the end.
  const [left, setLeft] = useState<{ readonly id: string; readonly arrivals: number } | null>(null);
  const newest = entries.at(-1);
  const reachesEnd = loaded === undefined || loaded.after === 'end';
  const arrivals = loaded?.arrivals ?? 0;
  const unseen = left === null ? 0 : unseenOf(entries, left, arrivals, reachesEnd);

  const onAtEnd = (atListEnd: boolean) => {
    const atEnd = atListEnd && reachesEnd;
    loaded?.follow(atEnd);
    if (atEnd) setLeft(null);
    else if (left === null && newest) setLeft({ id: newest.id, arrivals });
  };
  const toEnd = () => {
    if (!reachesEnd) loaded.toEnd();
    setLeft(null);
    list.current?.scrollToEnd();
  };

  const follow = useEffectEvent(() => {
    if (newest?.own === true || (left === null && reachesEnd)) list.current?.scrollToEnd();
  });
  const newestId = newest?.id;
  // A new entry scrolls, a reordering does not.
  useLayoutEffect(() => {
    if (newestId !== undefined) follow();
  }, [newestId]);

  const goesToStart = useRef(false);
  const toStart = () => {
    goesToStart.current = true;
    loaded?.toStart();
  };
  const firstId = entries[0]?.id;
  const atStart = loaded?.before === 'end';
  useEffect(() => {
    if (!goesToStart.current || !atStart || firstId === undefined) return;
    goesToStart.current = false;
    list.current?.scrollTo(firstId);
  }, [firstId, atStart]);

  const hasTarget = target !== null && entries.some(({ id }) => id === target.id);
  const reached = useRef<object | null>(null);
  useEffect(() => {
    if (!target || !hasTarget || reached.current === target) return;
    reached.current = target;
    list.current?.scrollTo(target.id);
  }, [target, hasTarget]);
  const { place, setPlace, goToMark, markRef } = useMark(mark, list);

  const offset = loaded ? loaded.offset : 0;
  return (
    <div className={styles.timeline}>
      {entries.length === 0 ? empty : null}
      <PrintedPart window={loaded} count={entries.length} />
      <ListTooltip className={styles.area} contentOf={fullTime}>
        <WindowedList
          handle={list}
          label={label}
          rows={rows}
          getKey={keyOf}
          estimateHeight={estimate}
          fromEnd
          total={loaded ? loaded.total : entries.length}
          padding={padding}
          scrollerClass={styles.scroller}
          listClass={styles.entries}
          onAtEnd={onAtEnd}
          onNearStart={loaded?.before === 'more' ? loaded.older : undefined}
          onNearEnd={loaded?.after === 'more' ? loaded.newer : undefined}
          onHome={loaded && !atStart ? toStart : undefined}
          onEnd={toEnd}
          head={entries[0] ? <DaySeparator at={entries[0].at} today={today} /> : null}
          watched={markedId === null ? null : markKey}
          onWatched={setPlace}
          getAttributes={(row) =>
            row.entry === null
              ? {}
              : {
                  id: entryAnchor(row.entry.id),
                  className: cx(
                    row.index === 0 && styles.first,
                    row.index === entries.length - 1 && styles.last,
                    row.entry.id === target?.id && styles.target,
                  ),
                  position: offset === null ? undefined : offset + row.index + 1,
                }
          }
          renderRow={(row) =>
            row.entry === null ? (
              <NewMark ref={markRef} />
            ) : (
              <>
                {row.beginsDay ? <DaySeparator at={row.entry.at} today={today} /> : null}
                <TimelineItem entry={row.entry} slide={left === null} />
              </>
            )
          }
        />
      </ListTooltip>
      <div className={styles.top}>
        {!hidesMarkControl && (place === 'above' || place === 'below') ? (
          <MarkControl side={place} onGo={goToMark} />
        ) : null}
        <EdgeStatus window={loaded} />
      </div>
      <Announcer newest={left === null ? newest : undefined} />
      {unseen > 0 || !reachesEnd ? (
        <button type="button" className={styles.pill} onClick={toEnd}>
          <ArrowDown className={styles.pillIcon} />
          {unseen > 0 ? `${unseen} new` : 'Newest entries'}
        </button>
      ) : null}
    </div>
  );
}

function rowsOf(entries: readonly TimelineRow[], zone: string, markedId: string | null): readonly Row[] {
  return entries.flatMap((entry, index): readonly Row[] => {
    const previous = entries[index - 1];
    const beginsDay = previous !== undefined && dayKey(previous.at, zone) !== dayKey(entry.at, zone);
    const row = { entry, index, beginsDay };
    return entry.id === markedId ? [{ entry: null }, row] : [row];
  });
}

function unseenOf(
  entries: readonly TimelineRow[],
  left: { readonly id: string; readonly arrivals: number },
  arrivals: number,
  reachesEnd: boolean,
): number {
  const at = reachesEnd ? entries.findLastIndex(({ id }) => id === left.id) : -1;
  return at < 0 ? arrivals - left.arrivals : entries.length - 1 - at;
}

const DaySeparator = memo(function DaySeparator({ at }: { readonly at: number; readonly today: string }) {
  const { zone } = useZones();
  const readClock = useReadClock();
  return <div className={styles.day}>{dayName(at, readClock(), zone)}</div>;
});

/** Loading status at an edge, with the reason of a delay. */
function EdgeStatus({ window: loaded }: { readonly window: LoadedPart | undefined }) {
  const isLoading = loaded?.before === 'loading' || loaded?.after === 'loading';
  return (
    <output>
      {isLoading ? (
        <span className={styles.status}>
          {loaded.notice ??
            (loaded.before === 'loading' ? 'Loading earlier entries…' : 'Loading later entries…')}
        </span>
      ) : null}
    </output>
  );
}

/** Says new entries to screen readers: the list itself can't be a live region, because scrolling adds to it. */
function Announcer({ newest }: { readonly newest: TimelineRow | undefined }) {
  const [first] = useState(newest?.id);
  const text =
    newest === undefined || newest.id === first || newest.own === true
      ? ''
      : `${newest.kind === 'comment' ? `${newest.author.name}: ` : ''}${newest.source ?? ''}`;
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
