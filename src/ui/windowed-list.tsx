/** A list of which only the visible part is in the document: rows of any height, in a scroller of their own. */
import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { cx } from './cx.ts';
import { placeRows, useFirstLayout } from './first-layout.ts';
import { usePrinting } from './use-printing.ts';
import styles from './windowed-list.module.css';

export interface WindowedListHandle {
  /** Scrolls to the last row. */
  scrollToEnd(): void;
  /** Scrolls a row into the middle; false if the list has none with this key. */
  scrollTo(key: string): boolean;
}

/** Whether the middle of a row is in the visible part of its scroller. */
export type RowPlace = 'above' | 'inside' | 'below';

export interface RowAttributes {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  /** Place in the whole list, counted from 1; absent for rows that are no items, such as headings. */
  readonly position?: number | undefined;
}

export interface WindowedListProps<Row> {
  /** Accessible name of the scroller, which is a region. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string;
  /** Content of the row's list item: a memoized component, because it is rendered with each change of the list. */
  readonly renderRow: (row: Row, index: number) => ReactNode;
  readonly getAttributes?: (row: Row, index: number) => RowAttributes;
  /** Height of a row before it is measured, in pixels. A good one keeps the scrollbar still. */
  readonly estimateHeight: (row: Row) => number;
  /** Number of items of the whole list, of which `rows` are a part; null while unknown. */
  readonly total: number | null;
  /** Whether it opens at the end and stays there while the reader is there. Default false. */
  readonly fromEnd?: boolean;
  /** Called when the reader comes near the first or the last row: load more. */
  readonly onNearStart?: (() => void) | undefined;
  readonly onNearEnd?: (() => void) | undefined;
  /** Keys Home and End in the scroller: the first and the last item of the whole list. */
  readonly onHome?: (() => void) | undefined;
  readonly onEnd?: (() => void) | undefined;
  /** Called when the reader reaches or leaves the end of the rows. */
  readonly onAtEnd?: ((atEnd: boolean) => void) | undefined;
  /** Row of which `onWatched` says where it is; null: none. */
  readonly watched?: string | null;
  /** Called when the reader scrolls, and with each change of the list. Without a layout every row is inside. */
  readonly onWatched?: ((place: RowPlace) => void) | undefined;
  /** In the space before the first row, which must have its height. */
  readonly head?: ReactNode;
  /** Space before the first and after the last row, in pixels. Default 0. */
  readonly padding?: { readonly start: number; readonly end: number };
  readonly scrollerClass?: string | undefined;
  readonly listClass?: string | undefined;
  readonly handle?: Ref<WindowedListHandle>;
}

/** Distance from the end that counts as the end, in pixels. */
const endWithin = 40;
/** Rows rendered beyond each edge of the scroller, once the first ones are painted. */
const overscan = 6;
/** Distance from an edge that counts as near, in pixels. */
const nearWithin = 400;
const noPadding = { start: 0, end: 0 };
const noAttributes = (): RowAttributes => ({});

/** The library's hook, whose functions read its state anew at each render: not for memoized values. */
export const useRowVirtualizer = (
  options: Parameters<typeof useVirtualizer<HTMLElement, HTMLLIElement>>[0],
) => useVirtualizer(options);

/**
 * Without a layout (a test's document) and for printing, all `rows` are in the document. Elsewhere those near the scroller's visible part
 * are, and the one with the focus. Rows that are added or taken away above move nothing that is visible.
 */
export function WindowedList<Row>(props: WindowedListProps<Row>) {
  const { label, rows, getKey, renderRow, getAttributes = noAttributes, estimateHeight, total } = props;
  const { fromEnd = false, padding = noPadding, onAtEnd, handle, scrollerClass, listClass } = props;
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  const printing = usePrinting();
  const isFlat = printing || typeof ResizeObserver === 'undefined';

  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : getKey(row);
    },
    [rows, getKey],
  );
  const withFocused = useCallback(
    (range: Range) => {
      const indexes = indexesOf(range);
      const kept = focused.current;
      const at = kept === null ? -1 : rows.findIndex((row) => getKey(row) === kept);
      if (at < 0 || indexes.includes(at)) return indexes;
      return [...indexes, at].toSorted((one, other) => one - other);
    },
    [rows, getKey],
  );
  // Whether the scroller has had a layout; only a list that opens at its end waits for it.
  const sized = useRef(!fromEnd);
  const [stage, setStage] = useState<'first' | 'laid out' | 'painted'>(fromEnd ? 'first' : 'painted');
  const first = useFirstLayout({
    sized,
    estimateTotal: () => rows.reduce((sum, row) => sum + estimateHeight(row), padding.start + padding.end),
  });
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...(fromEnd ? first : {}),
    useFlushSync: stage !== 'first',
    count: rows.length,
    enabled: !isFlat,
    getScrollElement: () => scroller.current,
    getItemKey: keyAt,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimateHeight(row);
    },
    rangeExtractor: withFocused,
    overscan: stage === 'painted' ? overscan : 0,
    paddingStart: padding.start,
    paddingEnd: padding.end,
    // Not with `followOnAppend`: rows that a page adds below are not the list's end, and a scroll may be on its way.
    anchorTo: 'end',
    scrollEndThreshold: endWithin,
  });

  // Asked for before the first layout.
  const awaited = useRef<number | null>(null);
  const scrollToEnd = () => {
    const element = scroller.current;
    if (!element || !(isFlat || sized.current)) return;
    if (isFlat) element.scrollTop = element.scrollHeight;
    else virtualizer.scrollToEnd();
  };
  useImperativeHandle(handle, () => ({
    scrollToEnd,
    scrollTo(key) {
      const index = rows.findIndex((row) => getKey(row) === key);
      if (index < 0) return false;
      if (isFlat)
        list.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView?.({ block: 'center' });
      else if (sized.current) virtualizer.scrollToIndex(index, { align: 'center' });
      else awaited.current = index;
      // The scroll's own event comes a frame later, after pages that are on their way.
      if (isFlat || sized.current) checkEnd();
      return true;
    },
  }));

  const isEmpty = rows.length === 0;
  const firstKey = isEmpty ? null : keyAt(0);
  const lastKey = isEmpty ? null : keyAt(rows.length - 1);
  const opened = useRef(false);
  const { onNearStart, onNearEnd } = props;
  const fromBottom = (element: HTMLElement) =>
    element.scrollHeight - element.scrollTop - element.clientHeight;
  const checkEdges = () => {
    const element = scroller.current;
    if (!element || isFlat || !opened.current) return;
    if (element.scrollTop < nearWithin) onNearStart?.();
    if (fromBottom(element) < nearWithin) onNearEnd?.();
  };
  const isAtEnd = useRef(fromEnd);
  const checkEnd = () => {
    const element = scroller.current;
    if (!element) return;
    isAtEnd.current = fromBottom(element) <= endWithin;
    onAtEnd?.(isAtEnd.current);
  };
  const { watched = null, onWatched } = props;
  const checkWatched = () => {
    const element = scroller.current;
    if (watched === null || !element || printing) return;
    if (isFlat) return onWatched?.('inside');
    if (!sized.current) return;
    const row = virtualizer.measurementsCache[rows.findIndex((one) => getKey(one) === watched)];
    if (!row) return;
    const middle = (row.start + row.end) / 2 - element.scrollTop;
    onWatched?.(middle < 0 ? 'above' : middle > element.clientHeight ? 'below' : 'inside');
  };
  const looked = useEffectEvent(checkWatched);
  // Measured rows move the others, so it is looked for after each rendering.
  useEffect(() => looked());
  const open = useEffectEvent(() => {
    if (isEmpty || !(isFlat || sized.current)) return;
    if (fromEnd) scrollToEnd();
    opened.current = true;
  });
  useLayoutEffect(() => open(), [isEmpty, isFlat]);
  const openAfterLayout = useEffectEvent((element: HTMLElement) => {
    sized.current = true;
    if (isEmpty || isFlat) return setStage('painted');
    const index = awaited.current;
    placeRows(virtualizer, element.clientHeight, index);
    flushSync(() => setStage('laid out'));
    if (index === null) scrollToEnd();
    else virtualizer.scrollToIndex(index, { align: 'center' });
    opened.current = true;
    startTransition(() => setStage('painted'));
  });
  // The scroller loses height: to a keyboard, to a summary that grows.
  const keepEnd = useEffectEvent(() => {
    if (fromEnd && opened.current && isAtEnd.current) scrollToEnd();
  });
  // After the virtualizer's own observers, which are called first.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => (sized.current ? keepEnd() : openAfterLayout(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const loaded = useEffectEvent(checkEdges);
  // More is asked for once the first rows are painted: that is not work of their frame.
  const isPainted = stage === 'painted';
  useEffect(() => loaded(), [firstKey, lastKey, onNearStart, onNearEnd, isPainted]);

  const onScroll = () => {
    checkEnd();
    checkEdges();
    checkWatched();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return;
    const go = event.key === 'Home' ? props.onHome : event.key === 'End' ? props.onEnd : undefined;
    if (!go) return;
    event.preventDefault();
    go();
  };

  // A region that scrolls takes the focus, so that keys scroll it.
  const scrolling = { tabIndex: 0, onScroll, onKeyDown };
  const focusing = {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target.closest('li')?.dataset['key'] ?? null;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
  // Chromium counts as a shift what moves between the layout and the observer, though it is not painted.
  const unplaced = stage === 'first' ? ({ visibility: 'hidden' } as const) : null;
  const items = isFlat
    ? rows.map((_, index) => ({ index, start: undefined }))
    : virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start }));
  return (
    <section ref={scroller} className={cx(styles.scroller, scrollerClass)} aria-label={label} {...scrolling}>
      <ol
        ref={list}
        className={cx(isFlat ? undefined : styles.list, listClass)}
        style={isFlat ? undefined : { height: virtualizer.getTotalSize(), ...unplaced }}
        {...focusing}
      >
        {props.head ? <li className={isFlat ? undefined : styles.head}>{props.head}</li> : null}
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = getKey(row);
          const { id, className, position } = getAttributes(row, index);
          return (
            <li
              key={key}
              ref={isFlat ? undefined : virtualizer.measureElement}
              id={id}
              data-index={index}
              data-key={key}
              aria-posinset={position}
              aria-setsize={position === undefined ? undefined : (total ?? -1)}
              className={cx(start === undefined ? undefined : styles.row, className)}
              style={start === undefined ? undefined : { top: start }}
            >
              {renderRow(row, index)}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function indexesOf({ startIndex, endIndex, overscan: beyond, count }: Range): number[] {
  const from = Math.max(0, startIndex - beyond);
  const to = Math.min(count - 1, endIndex + beyond);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
