/** The mark of a timeline before what is new, and the control that goes to it. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type Ref, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RowPlace, WindowedListHandle } from '#src/ui/windowed-list.tsx';
import styles from './timeline.module.css';

export interface TimelineMark {
  /** Entry before which the mark stands; null: it is not loaded. */
  readonly entryId: string | null;
  /** Where the mark is, seen from the loaded entries. */
  readonly side: 'above' | 'below';
  /** Loads the entries around the mark. */
  show(): void;
}

/** Key of the mark's row. */
export const markKey = 'new-since-you-looked';

const title = 'New since you looked';

export const NewMark = ({ ref }: { readonly ref: Ref<HTMLHeadingElement> }) => (
  <h2 ref={ref} tabIndex={-1} className={styles.mark}>
    {title}
  </h2>
);

export const MarkControl = ({ side, onGo }: Pick<TimelineMark, 'side'> & { readonly onGo: () => void }) => (
  <button type="button" className={styles.markControl} onClick={onGo}>
    {side === 'above' ? <ArrowUp className={styles.pillIcon} /> : <ArrowDown className={styles.pillIcon} />}
    {title}
  </button>
);

/** Place of the mark, and the way to it, which gives it the focus. */
export function useMark(mark: TimelineMark | null, list: RefObject<WindowedListHandle | null>) {
  const isLoaded = mark !== null && mark.entryId !== null;
  const [loadedPlace, setPlace] = useState<RowPlace | null>(null);
  const element = useRef<HTMLHeadingElement | null>(null);
  const isGoing = useRef(false);
  const markRef = useCallback((next: HTMLHeadingElement | null) => {
    element.current = next;
    if (next && isGoing.current) next.focus({ preventScroll: true });
    if (next) isGoing.current = false;
  }, []);
  const scroll = () => {
    list.current?.scrollTo(markKey);
    if (element.current) markRef(element.current);
  };
  const goToMark = () => {
    isGoing.current = true;
    if (isLoaded) scroll();
    else mark?.show();
  };
  const arrive = useEffectEvent(() => {
    if (isGoing.current) scroll();
  });
  useEffect(() => {
    if (isLoaded) arrive();
  }, [isLoaded]);
  return { place: isLoaded ? loadedPlace : (mark?.side ?? null), setPlace, goToMark, markRef };
}
