import { Banner } from '#src/ui/banner.tsx';
import { cx } from '#src/ui/cx.ts';
import { Link } from '#src/ui/link.tsx';
import styles from './unreadable-note.module.css';

export interface UnreadableNoteProps {
  /** Of what a list holds and can't show; nothing is said of none. */
  readonly count: number;
  /** What it is one of, such as `alert`; the plural adds an s. */
  readonly noun: string;
  /** Where the reader can see which; null if they may not. */
  readonly whichHref: string | null;
  /** Stands in a panel without space of its own around it. */
  readonly flush?: boolean;
}

/** That a list is not complete: some of what it holds can't be read. */
export function UnreadableNote({ count, noun, whichHref, flush }: UnreadableNoteProps) {
  if (count === 0) return null;
  return (
    <div className={cx(flush && styles.inset)}>
      <Banner
        kind="caution"
        action={
          whichHref === null ? null : (
            <Link href={whichHref} look="text" className={styles.link}>
              See which
            </Link>
          )
        }
      >
        {count === 1 ? `1 ${noun}` : `${count} ${noun}s`} can’t be shown: written by a newer version, or
        damaged.{whichHref === null && ' An admin can see which under Diagnostics.'}
      </Banner>
    </div>
  );
}
