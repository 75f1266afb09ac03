/** List of which a part is loaded, and of that only the visible part is in the document. A module of its own: few screens need it. */
import { type ListProps, RowList, useCurrentRow } from './list.tsx';
import { useMedia } from './use-media.ts';
import { type ListWindow, useVisibleRows } from './use-visible-rows.ts';

export interface LongListProps<Item> extends ListProps<Item> {
  /**
   * The part of the list that `items` are: rows near the visible part are in the document, each with its place in the whole list. The
   * list is in the scroller of the page, which has `overflow-y`. Undefined: `items` are the list, and all are in the document.
   */
  readonly window: ListWindow | undefined;
}

/** Heights of a row before it is measured, in pixels: of one line, and with the details below the title. */
const rowHeights = { wide: 36, narrow: 67 };

export function LongList<Item>(props: LongListProps<Item>) {
  const current = useCurrentRow(props);
  const visible = useVisibleRows({
    count: props.items.length,
    keyAt: current.keyAt,
    kept: current.index,
    estimate: useMedia('(min-width: 720px)') ? rowHeights.wide : rowHeights.narrow,
    window: props.window,
  });
  return <RowList {...props} current={current} visible={visible} />;
}
