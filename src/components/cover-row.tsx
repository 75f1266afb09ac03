/** A request for cover in a list: what is asked, its note, and what may be done. */
import type { ReactNode } from 'react';
import styles from './cover-row.module.css';

export interface CoverRowProps {
  readonly words: ReactNode;
  /** Empty: none. */
  readonly note: string;
  /** Buttons of the row. */
  readonly children?: ReactNode;
}

export const CoverRow = ({ words, note, children }: CoverRowProps) => (
  <li className={styles.row}>
    <span className={styles.words}>
      <span>{words}</span>
      {note === '' ? null : <span className={styles.note}>{note}</span>}
    </span>
    <span className={styles.actions}>{children}</span>
  </li>
);
