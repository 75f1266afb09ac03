/** Members who can't take a page, with their reasons: for those who are asked next. */
import type { Page } from '#domain/page/schema.ts';
import styles from './declined-note.module.css';

export interface DeclinedNoteProps {
  readonly declined: Page['declined'];
  readonly nameOf: (userId: string) => string;
}

export function DeclinedNote({ declined, nameOf }: DeclinedNoteProps) {
  if (declined.length === 0) return null;
  return (
    <ul className={styles.declined} aria-label="Can’t take it">
      {declined.map(({ userId, reason }) => (
        <li key={userId}>
          <strong>{nameOf(userId)}</strong> can’t take it{reason === '' ? '' : `: “${reason}”`}
        </li>
      ))}
    </ul>
  );
}
