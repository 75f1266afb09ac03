import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Link } from './link.tsx';
import styles from './list.module.css';

export interface ListItemEvents {
  /** `isRange`: with all rows from the last one that was selected. */
  onSelect(place: number, isRange: boolean): void;
  onFocus(key: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

interface ListItemProps<Item> {
  readonly item: Item;
  readonly itemKey: string;
  /** Index among the loaded items. */
  readonly place: number;
  /** Distance from the top of the list, in pixels; undefined without a window. */
  readonly top: number | undefined;
  /** Place in the whole list, counted from 1, and the number of its items, -1 while unknown; undefined without a window. */
  readonly position: number | undefined;
  readonly total: number | undefined;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly measure: ((row: HTMLLIElement | null) => void) | undefined;
  /** Name of the checkbox; undefined: it has none. */
  readonly getName: ((item: Item) => string) | undefined;
  readonly getHref: (item: Item) => string;
  readonly getTone: ((item: Item) => 'signal' | 'muted' | undefined) | undefined;
  readonly renderRow: (item: Item) => ReactNode;
  readonly renderActions: ((item: Item) => ReactNode) | undefined;
  readonly events: ListItemEvents;
}

function PlainListItem<Item>(props: ListItemProps<Item>) {
  const { item, itemKey, place, top, position, total, isSelected, isTabStop, measure, events } = props;
  const { getName, getHref, getTone, renderRow, renderActions } = props;
  return (
    <li
      ref={measure}
      data-index={place}
      aria-posinset={position}
      aria-setsize={total}
      className={cx(styles.row, styles[getTone?.(item) ?? ''], isSelected && styles.selected)}
      style={top === undefined ? undefined : { top }}
    >
      {getName ? (
        <label className={styles.select}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              events.onSelect(place, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            aria-label={`Select ${getName(item)}`}
          />
        </label>
      ) : null}
      <Link
        href={getHref(item)}
        data-row=""
        className={styles.link}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => events.onFocus(itemKey)}
        onKeyDown={events.onKeyDown}
      >
        {renderRow(item)}
      </Link>
      {renderActions ? <div className={styles.actions}>{renderActions(item)}</div> : null}
    </li>
  );
}

/** Row of a list; rendered again when its own props change. */
export const ListItem = memo(PlainListItem) as typeof PlainListItem;
