/** Rows of a list near the visible part of the scroller that the list is in, which has other content before the list. */
import type { Range } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePrinting } from './use-printing.ts';
import { useRowVirtualizer } from './windowed-list.tsx';

/** A part of a long list that is loaded. */
export interface ListWindow {
  /** Number of items before the first one; null while unknown. */
  readonly before: number | null;
  /** Number of items of the whole list; null while unknown. */
  readonly total: number | null;
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
  /** Called when the reader comes near the first or the last loaded item: load more. */
  onNearStart(): void;
  onNearEnd(): void;
  /** Moves to the first or the last item of the whole list. */
  toStart(): void;
  toEnd(): void;
  /** Called when the reader reaches or leaves the first loaded item. */
  onAtStart?: ((atStart: boolean) => void) | undefined;
}

/** Window of a list that is loaded whole. */
export const wholeList = (total: number): ListWindow => ({
  before: 0,
  total,
  reachesStart: true,
  reachesEnd: true,
  onNearStart: () => {},
  onNearEnd: () => {},
  toStart: () => {},
  toEnd: () => {},
});

interface Options {
  readonly count: number;
  readonly keyAt: (index: number) => string;
  /** Index of a row that is always in the document; -1: none. */
  readonly kept: number;
  /** Height of a row before it is measured, in pixels. */
  readonly estimate: number;
  /** Absent: all rows are in the document. */
  readonly window: ListWindow | undefined;
}

export interface VisibleRows {
  /** For the element that has the rows. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** `top`: distance from the top of the list, in pixels; undefined where rows follow each other without a window. */
  readonly rows: readonly { readonly index: number; readonly top: number | undefined }[];
  /** Height of the list, in pixels; undefined without a window. */
  readonly height: number | undefined;
  readonly measure: ((row: HTMLLIElement | null) => void) | undefined;
}

/** Rows rendered beyond each edge of the scroller. */
const overscan = 8;
/** Number of rows from an edge that counts as near. */
const nearWithin = 14;

/**
 * Without a layout (a test's document), without a scroller and for printing, all rows are in the document. Rows that are added or taken
 * away above what is visible move nothing; above the first row they push the list down.
 */
export function useVisibleRows({ count, keyAt, kept, estimate, window: loaded }: Options): VisibleRows {
  const list = useRef<HTMLUListElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [margin, setMargin] = useState(0);
  const [isPastStart, setPastStart] = useState(false);
  const [hasScroller, setHasScroller] = useState(true);
  const isFlat = [usePrinting(), loaded === undefined, !hasScroller, !('ResizeObserver' in globalThis)].some(
    Boolean,
  );

  useLayoutEffect(() => {
    scroller.current = isFlat ? null : scrollerOf(list.current);
    if (!isFlat && scroller.current === null) setHasScroller(false);
  }, [isFlat]);
  // Content before the list may change its height.
  const measureMargin = useCallback(() => {
    const [outer, inner] = [scroller.current, list.current];
    if (!outer || !inner) return;
    const top = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
    setMargin((before) => (Math.abs(top - before) >= 1 ? top : before));
  }, []);
  useLayoutEffect(() => measureMargin());
  const withKept = useCallback((range: Range) => indexesOf(range, kept), [kept]);
  const virtualizer = useRowVirtualizer({
    count,
    enabled: !isFlat,
    getScrollElement: () => scroller.current,
    getItemKey: keyAt,
    estimateSize: () => estimate,
    rangeExtractor: withKept,
    overscan,
    scrollMargin: margin,
    // Being at the end means nothing: rows that are measured there would scroll.
    scrollEndThreshold: -1,
    initialOffset: () => scroller.current?.scrollTop ?? 0,
    anchorTo: isPastStart ? 'end' : 'start',
    onChange: ({ range }) => setPastStart((range?.startIndex ?? 0) > 0),
  });

  const { range } = virtualizer;
  const [first, last] = [range?.startIndex ?? -1, range?.endIndex ?? -1];
  const near = useEffectEvent((isNearStart: boolean, isNearEnd: boolean) => {
    if (isNearStart && loaded?.reachesStart === false) loaded.onNearStart();
    if (isNearEnd && loaded?.reachesEnd === false) loaded.onNearEnd();
  });
  const [firstKey, lastKey] = count === 0 ? [null, null] : [keyAt(0), keyAt(count - 1)];
  useEffect(() => {
    // A page may come and another go at the same number of rows.
    if (last >= 0 && firstKey !== null && lastKey !== null)
      near(first < nearWithin, last >= count - nearWithin);
  }, [first, last, count, firstKey, lastKey]);
  const tellStart = useEffectEvent((atStart: boolean) => loaded?.onAtStart?.(atStart));
  useEffect(() => tellStart(!isPastStart), [isPastStart]);

  if (isFlat)
    return {
      list,
      rows: Array.from({ length: count }, (_, index) => ({ index, top: undefined })),
      height: undefined,
      measure: undefined,
    };
  return {
    list,
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin })),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  };
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let outer = element?.parentElement; outer; outer = outer.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(outer).overflowY)) return outer;
  return null;
}

function indexesOf({ startIndex, endIndex, overscan: beyond, count }: Range, kept: number): number[] {
  const from = Math.max(0, startIndex - beyond);
  const to = Math.min(count - 1, endIndex + beyond);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (kept < 0 || kept >= count || (kept >= from && kept <= to)) return indexes;
  return kept < from ? [kept, ...indexes] : [...indexes, kept];
}
