import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useKey } from './keys.tsx';
import { Link } from './link.tsx';
import styles from './list.module.css';

export interface ListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly getKey: (item: Item) => string;
  /** Address of a row's link. */
  readonly getHref: (item: Item) => string;
  /** Content of the row; no controls. */
  readonly renderRow: (item: Item) => ReactNode;
  /** Buttons at the end of the row, outside its link. */
  readonly renderActions?: (item: Item) => ReactNode;
  /** `signal` only where a person is needed now. */
  readonly getTone?: (item: Item) => 'signal' | 'muted' | undefined;
  /** Selection: a checkbox in each row and the key x; with Shift all rows from the last one that was selected. */
  readonly selection?: {
    readonly selected: ReadonlySet<string>;
    readonly onChange: (selected: ReadonlySet<string>) => void;
    /** Names a row's checkbox. */
    readonly getName: (item: Item) => string;
  };
  /** Binds j, k and x on the whole screen; for its one main list. Default true. */
  readonly main?: boolean;
}

/** List with keyboard navigation: j, k, arrows, Home, End; Enter opens, x selects. One tab stop. */
export function List<Item>(props: ListProps<Item>) {
  const { label, items, getKey, getHref, renderRow, renderActions, getTone, selection, main = true } = props;
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  /** The row that was selected last: a range begins there. */
  const anchor = useRef<string | null>(null);
  const found = items.findIndex((item) => getKey(item) === current);
  const index = Math.max(0, found);

  const rowLinks = () => Array.from(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]') ?? []);
  const focusedRow = () =>
    rowLinks().findIndex((link) => link.parentElement?.contains(document.activeElement));
  const goTo = (place: number) => rowLinks()[Math.min(Math.max(0, place), items.length - 1)]?.focus();
  const step = (by: number) => {
    const from = focusedRow();
    // From outside, the first press focuses the last focused row.
    goTo(from === -1 ? index : from + by);
  };
  const select = (place: number, range = false) => {
    const item = items[place];
    if (!selection || item === undefined) return;
    const next = new Set(selection.selected);
    const key = getKey(item);
    const from = range ? items.findIndex((one) => getKey(one) === anchor.current) : -1;
    if (from !== -1)
      for (const one of items.slice(Math.min(from, place), Math.max(from, place) + 1)) next.add(getKey(one));
    else if (!next.delete(key)) next.add(key);
    anchor.current = key;
    selection.onChange(next);
  };
  const selectFocused = (range = false) => select(focusedRow(), range);

  const enabled = main && items.length > 0;
  useKey('j', 'Next row', () => step(1), { group: 'Lists', enabled });
  useKey('k', 'Previous row', () => step(-1), { group: 'Lists', enabled });
  const selects = { group: 'Lists', enabled: enabled && selection !== undefined };
  useKey('x', 'Select row', () => selectFocused(), selects);
  useKey('shift+x', 'Select rows up to here', () => selectFocused(true), selects);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => goTo(0),
      End: () => goTo(items.length - 1),
      // Other lists handle the keys only while they have the focus.
      ...(main ? {} : { j: () => step(1), k: () => step(-1), x: () => selectFocused() }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <ul ref={list} aria-label={label} className={styles.list}>
      {items.map((item, place) => {
        const key = getKey(item);
        const selected = selection?.selected.has(key) ?? false;
        return (
          <li
            key={key}
            className={cx(styles.row, styles[getTone?.(item) ?? ''], selected && styles.selected)}
          >
            {selection ? (
              <label className={styles.select}>
                <input
                  type="checkbox"
                  tabIndex={-1}
                  checked={selected}
                  onChange={({ nativeEvent }) =>
                    select(place, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                  }
                  aria-label={`Select ${selection.getName(item)}`}
                />
              </label>
            ) : null}
            <Link
              href={getHref(item)}
              data-row=""
              className={styles.link}
              tabIndex={place === index ? 0 : -1}
              onFocus={() => setCurrent(key)}
              onKeyDown={onKeyDown}
            >
              {renderRow(item)}
            </Link>
            {renderActions ? <div className={styles.actions}>{renderActions(item)}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}

export interface RowProps {
  /** Marks before the title. */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  /** Muted text after the title; truncated first. */
  readonly detail?: ReactNode;
  /** People, counts. */
  readonly trail?: ReactNode;
  /** Status in a column of fixed width. */
  readonly status?: ReactNode;
  /** A time, right-aligned in a column of fixed width. */
  readonly when?: ReactNode;
}

/** Standard content of a row. On a phone the title is first and the rest below it. */
export function Row({ lead, title, detail, trail, status, when }: RowProps) {
  return (
    <span className={styles.content}>
      {lead ? <span className={styles.lead}>{lead}</span> : null}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      {trail ? <span className={styles.trail}>{trail}</span> : null}
      {status ? <span className={styles.status}>{status}</span> : null}
      {when ? <span className={styles.when}>{when}</span> : null}
    </span>
  );
}
