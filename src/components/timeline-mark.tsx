/** The mark of a timeline before what is new, and the control that goes to it. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { Ref } from 'react';
import styles from './timeline.module.css';

export interface TimelineMark {
  /** Entry before which the mark stands; null: it is not loaded. */
  readonly entryId: string | null;
  /** Where the mark is, seen from the loaded entries. */
  readonly side: 'above' | 'below';
  /** Loads the entries around the mark. */
  show(): void;
}

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
