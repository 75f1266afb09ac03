/** Left-out parts of a calendar or a list: their number, and the first ones by name. */
import type { LeftOut } from '#domain/leave-calendar/left-out.ts';
import styles from './left-out-notes.module.css';

/** Null: nothing was left out, and there is nothing else to know. */
export function leftOutTitle({ count, remarks }: LeftOut): string | null {
  if (count === 0) return remarks.length === 0 ? null : 'Please check';
  return count === 1 ? '1 entry was left out' : `${count} entries were left out`;
}

export function LeftOutNotes({ count, notes, remarks }: LeftOut) {
  const more = count - notes.length;
  return (
    <div className={styles.notes}>
      {notes.length > 0 ? (
        <ul className={styles.list} aria-label="Left out">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          {more > 0 ? <li>And {more} more.</li> : null}
        </ul>
      ) : null}
      {/* Calendars that were read before there were notes. */}
      {count > 0 && notes.length === 0 ? <p>Read it again to see which.</p> : null}
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  );
}
