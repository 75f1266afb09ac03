/** Find in the timeline: a text, the entries that have it, and how far the timeline was read for it. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { compareEvents } from '#domain/timeline/labels.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';
import type { TimelineWindow } from '#src/data/queries/room.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useTimelineSearch } from '#src/data/queries/timeline-search.ts';
import { entryAnchor } from '#src/components/timeline-entry.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './find-bar.module.css';
import { FindProgress } from './find-progress.tsx';
import { amount } from './labels.ts';
import { searchText } from './search-text.ts';
import { useTextHighlight } from './use-text-highlight.ts';

export interface FindBarProps {
  readonly incidentId: string;
  readonly timeline: TimelineWindow;
  /** Element around the timeline: its entries are marked. */
  readonly area: RefObject<HTMLElement | null>;
  /** Another number gives the field the focus again. */
  readonly request: number;
  readonly onJump: (entryId: string) => void;
  readonly onClose: () => void;
  /** Told whether the bar has the focus. */
  readonly onFocus: (focused: boolean) => void;
}

export function FindBar({ incidentId, timeline, area, request, onJump, onClose, onFocus }: FindBarProps) {
  const people = usePeople();
  const textOf = useCallback((event: TimelineEvent) => searchText(event, people), [people]);
  const [text, setText] = useState('');
  const { matches, ...search } = useTimelineSearch(incidentId, timeline, text, textOf);
  // The entry to which the reader went; it may have left the matches since.
  const [current, setCurrent] = useState<TimelineEvent | null>(null);
  const index = current ? matches.findIndex(({ id }) => id === current.id) : -1;
  const older = current ? matches.find((one) => compareEvents(one, current) < 0) : matches[0];
  const newer = current ? matches.findLast((one) => compareEvents(one, current) > 0) : undefined;
  const ids = useMemo(() => new Set(matches.map(({ id }) => id)), [matches]);
  useTextHighlight(area, text, ids, current?.id ?? null);

  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (request === 0) return;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, [request]);
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    const shown = current && document.getElementById(entryAnchor(current.id))?.querySelector('a');
    const next = shown ?? (opener?.isConnected === true && opener !== document.body ? opener : null);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else area.current?.querySelector<HTMLElement>('section')?.focus({ preventScroll: true });
  };
  const go = (match: TimelineEvent | undefined) => {
    if (!match) return;
    setCurrent(match);
    onJump(match.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input.current) go(event.shiftKey ? newer : older);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isReading = search.reading.phase === 'reading';
  const none = isReading ? 'No older match was found yet.' : 'There is no older match in what was read.';
  const listening = {
    onKeyDown,
    onFocus: () => onFocus(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) onFocus(false);
    },
  };
  return (
    <section aria-label="Find in the timeline" className={styles.bar} data-print="no" {...listening}>
      <TextInput
        ref={input}
        type="search"
        aria-label="Find in the timeline"
        placeholder="Find in the timeline"
        enterKeyHint="search"
        leading={<Search className="icon" />}
        className={styles.field}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setCurrent(null);
        }}
      />
      <output className={styles.count}>{countText(text, matches.length, index, isReading)}</output>
      <IconButton
        label="Older match"
        shortcut="Enter"
        icon={<ArrowUp className="icon" />}
        disabledReason={!older && none}
        onClick={() => go(older)}
      />
      <IconButton
        label="Newer match"
        shortcut="shift+Enter"
        icon={<ArrowDown className="icon" />}
        disabledReason={!newer && 'There is no newer match.'}
        onClick={() => go(newer)}
      />
      <IconButton label="Close the search" shortcut="Escape" icon={<X className="icon" />} onClick={close} />
      <FindProgress isIdle={text.trim() === ''} total={timeline.total} {...search} />
    </section>
  );
}

function countText(text: string, count: number, index: number, isReading: boolean): string {
  if (text.trim() === '') return '';
  if (count === 0) return isReading ? 'No match yet' : 'No match';
  if (index >= 0) return `${amount(index + 1)} of ${amount(count)}`;
  return count === 1 ? '1 match' : `${amount(count)} matches`;
}
