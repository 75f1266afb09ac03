import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useKey } from './keys.tsx';
import { ListItem, type ListItemEvents } from './list-item.tsx';
import styles from './list.module.css';
import type { ListWindow, VisibleRows } from './use-visible-rows.ts';

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

/** List with keyboard navigation: j, k, arrows, Home, End; Enter opens, x selects. A single tab stop. All rows are in the document. */
export function List<Item>(props: ListProps<Item>) {
  const current = useCurrentRow(props);
  const list = useRef<HTMLUListElement>(null);
  const rows = props.items.map((_, index) => ({ index, top: undefined }));
  const visible = { list, rows, height: undefined, measure: undefined };
  return <RowList {...props} current={current} visible={visible} window={undefined} />;
}

export interface CurrentRow {
  /** Index of the row that has the tab stop. */
  readonly index: number;
  readonly keyAt: (index: number) => string;
  readonly setCurrent: (key: string) => void;
}

export function useCurrentRow<Item>({ items, getKey }: ListProps<Item>): CurrentRow {
  const [current, setCurrent] = useState<string | null>(null);
  const keyAt = useCallback(
    (at: number) => {
      const item = items[at];
      return item === undefined ? String(at) : getKey(item);
    },
    [items, getKey],
  );
  const index = Math.max(
    0,
    items.findIndex((item) => getKey(item) === current),
  );
  return { index, keyAt, setCurrent };
}

export interface RowListProps<Item> extends ListProps<Item> {
  readonly current: CurrentRow;
  /** Rows that are in the document. */
  readonly visible: VisibleRows;
  readonly window: ListWindow | undefined;
}

/** The list itself, of whose rows all or some are in the document. */
export function RowList<Item>(props: RowListProps<Item>) {
  const { label, items, getKey, getHref, renderRow, renderActions, getTone, selection, main = true } = props;
  const { window: loaded } = props;
  const { list, rows, height, measure } = props.visible;
  const { index, setCurrent } = props.current;
  /** The row that was selected last: a range begins there. */
  const anchor = useRef<string | null>(null);

  const rowAt = (at: number) => list.current?.querySelector(`:scope > [data-index="${at}"]`);
  const focusedRow = () => {
    const row = document.activeElement?.closest<HTMLElement>('li[data-index]');
    return row && row.parentElement === list.current ? Number(row.dataset['index']) : -1;
  };
  /** The row that gets the focus when it is in the document. */
  const awaited = useRef<string | null>(null);
  const focusAwaited = () => {
    const at = awaited.current === null ? -1 : items.findIndex((item) => getKey(item) === awaited.current);
    const link = rowAt(at)?.querySelector<HTMLAnchorElement>('a[data-row]');
    if (at < 0 || link) awaited.current = null;
    link?.focus();
  };
  useLayoutEffect(focusAwaited);
  /** The edge of the whole list that gets the focus when it is loaded. */
  const edge = useRef<'start' | 'end' | null>(null);
  const goTo = (place: number) => {
    const item = items[Math.min(Math.max(0, place), items.length - 1)];
    edge.current = null;
    if (item === undefined) return;
    awaited.current = getKey(item);
    // A row beyond the visible ones is rendered first.
    setCurrent(awaited.current);
    focusAwaited();
  };
  const step = (by: number) => {
    const from = focusedRow();
    // From outside, the first press focuses the last focused row.
    const to = from === -1 ? index : from + by;
    if (to >= items.length && loaded?.reachesEnd === false) loaded.onNearEnd();
    if (to < 0 && loaded?.reachesStart === false) loaded.onNearStart();
    goTo(to);
  };
  const goToEdge = (to: 'start' | 'end') => {
    const isLoaded = to === 'start' ? loaded?.reachesStart : loaded?.reachesEnd;
    edge.current = isLoaded === false ? to : null;
    if (isLoaded === false) (to === 'start' ? loaded?.toStart : loaded?.toEnd)?.();
    else goTo(to === 'start' ? 0 : items.length - 1);
  };
  useLayoutEffect(() => {
    const to = edge.current;
    if (to !== null && (to === 'start' ? loaded?.reachesStart : loaded?.reachesEnd) !== false) goToEdge(to);
  });
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
      Home: () => goToEdge('start'),
      End: () => goToEdge('end'),
      // Other lists handle the keys only while they have the focus.
      ...(main ? {} : { j: () => step(1), k: () => step(-1), x: () => selectFocused() }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  const latest = useRef<Omit<ListItemEvents, 'onFocus'>>(null);
  useLayoutEffect(() => {
    latest.current = { onSelect: select, onKeyDown };
  });
  // Stable, so that scrolling renders no row again.
  const [events] = useState<ListItemEvents>(() => ({
    onSelect: (place, isRange) => latest.current?.onSelect(place, isRange),
    onFocus: setCurrent,
    onKeyDown: (event) => latest.current?.onKeyDown(event),
  }));

  return (
    <ul
      ref={list}
      aria-label={label}
      className={cx(styles.list, height !== undefined && styles.windowed)}
      style={height === undefined ? undefined : { height }}
    >
      {rows.map(({ index: place, top }) => {
        const item = items[place];
        if (item === undefined) return null;
        const key = getKey(item);
        const before = loaded?.before ?? null;
        return (
          <ListItem
            key={key}
            itemKey={key}
            item={item}
            place={place}
            top={top}
            position={before === null ? undefined : before + place + 1}
            total={before === null ? undefined : (loaded?.total ?? -1)}
            isSelected={selection?.selected.has(key) ?? false}
            isTabStop={place === index}
            measure={measure}
            getName={selection?.getName}
            {...{ getHref, renderRow, renderActions, getTone, events }}
          />
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
