/**
 * The first layout of a list that opens at its end. Reading a size in a commit lays out the whole page there, and what is rendered by it is a
 * second rendering in the same task. So the first rows are chosen by estimates, and sizes are read in a ResizeObserver: after the
 * layout that the frame needs anyway, before its paint.
 */
import {
  elementScroll,
  measureElement,
  observeElementRect,
  type Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { type RefObject, useState } from 'react';

type Rows = Virtualizer<HTMLElement, HTMLLIElement>;
type RowOptions = VirtualizerOptions<HTMLElement, HTMLLIElement>;

/** Share of the window's height that a list takes at most: bars, header and composer have the rest. On a phone they take more, and rows are higher. */
const shareOfWindow = () => (window.innerWidth < 700 ? 0.4 : 0.7);

interface FirstLayoutOptions {
  /** Height of all rows with the padding, before they are measured. */
  readonly estimateTotal: () => number;
  /** Whether the scroller has had a layout. */
  readonly sized: RefObject<boolean>;
}

/** Options of the virtualizer under which it reads no layout before `sized`. */
export function useFirstLayout({
  estimateTotal,
  sized,
}: FirstLayoutOptions): Pick<
  RowOptions,
  'initialRect' | 'initialOffset' | 'observeElementRect' | 'measureElement' | 'scrollToFn'
> {
  const [height] = useState(() => Math.round(window.innerHeight * shareOfWindow()));
  return {
    initialRect: { width: 0, height },
    initialOffset: () => Math.max(0, estimateTotal() - height),
    observeElementRect: (rows, tell) =>
      sized.current ? observeElementRect(rows, tell) : observeLater(rows, tell),
    measureElement: (row, entry, rows) =>
      entry || sized.current ? measureElement(row, entry, rows) : estimateOf(row, rows),
    scrollToFn: (offset, options, rows) => {
      if (sized.current) elementScroll(offset, options, rows);
    },
  };
}

function observeLater(
  { scrollElement }: Rows,
  tell: (rect: { readonly width: number; readonly height: number }) => void,
): () => void {
  const observer = new ResizeObserver(() => {
    if (scrollElement) tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight });
  });
  if (scrollElement) observer.observe(scrollElement);
  return () => observer.disconnect();
}

function estimateOf(row: HTMLLIElement, rows: Rows): number {
  const index = rows.indexFromElement(row);
  return rows.measurementsCache[index]?.size ?? rows.options.estimateSize(index);
}

/** Lets the next rendering have the rows at the end, or around one of them; scrolling there tells the virtualizer only a frame later. */
export function placeRows(rows: Rows, height: number, index: number | null): void {
  const end = Math.max(0, rows.getTotalSize() - height);
  const row = index === null ? undefined : rows.measurementsCache[index];
  rows.scrollOffset = row ? Math.min(end, Math.max(0, (row.start + row.end - height) / 2)) : end;
}
