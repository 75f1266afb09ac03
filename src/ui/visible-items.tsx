/** Rows with controls, in the scroller that they are in: if there are many, those near the visible part are in the document. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { cx } from './cx.ts';
import { useVisibleRows, wholeList } from './use-visible-rows.ts';
import styles from './visible-items.module.css';

export interface VisibleItemsProps<Item> {
  readonly label?: string | undefined;
  readonly items: readonly Item[];
  readonly getKey: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  /** Height of a row before it is measured, in pixels. */
  readonly rowHeight: number;
  /** Number of items before the first one, which are not loaded; null: unknown. Default 0. */
  readonly before?: number | null;
  /** Number of all items; null: unknown. Default: those that are loaded. */
  readonly total?: number | null;
  readonly className?: string | undefined;
  readonly rowClassName?: string | undefined;
  /** Number of items up to which all are in the document. Default 60. */
  readonly most?: number;
}

export function VisibleItems<Item>(props: VisibleItemsProps<Item>) {
  const { label, items, getKey, renderItem, rowHeight, className, rowClassName, most = 60 } = props;
  const { before = 0, total = items.length } = props;
  const [focused, setFocused] = useState<string | null>(null);
  const keyAt = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? String(index) : getKey(item);
    },
    [items, getKey],
  );
  const { length } = items;
  const { list, rows, height, measure } = useVisibleRows({
    count: length,
    keyAt,
    kept: items.findIndex((item) => getKey(item) === focused),
    estimate: rowHeight,
    window: useMemo(() => (length > most ? wholeList(length) : undefined), [length, most]),
  });
  useEffect(() => {
    const outer = list.current;
    // On the list, which is no control itself.
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('li[data-key]') : null;
      if (row?.parentElement === outer) setFocused(row?.dataset['key'] ?? null);
    };
    outer?.addEventListener('focusin', onFocus);
    return () => outer?.removeEventListener('focusin', onFocus);
  }, [list]);
  return (
    <ul
      ref={list}
      aria-label={label}
      className={cx(className, height !== undefined && styles.windowed)}
      style={height === undefined ? undefined : { height }}
    >
      {rows.map(({ index, top }) => {
        const item = items[index];
        if (item === undefined) return null;
        const key = getKey(item);
        return (
          <li
            key={key}
            ref={measure}
            data-index={index}
            data-key={key}
            aria-posinset={before === null ? undefined : before + index + 1}
            aria-setsize={total ?? -1}
            className={rowClassName}
            style={top === undefined ? undefined : { top }}
          >
            {renderItem(item)}
          </li>
        );
      })}
    </ul>
  );
}
