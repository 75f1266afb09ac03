import { Banner } from '#src/ui/banner.tsx';
import { cx } from '#src/ui/cx.ts';
import { Link } from '#src/ui/link.tsx';
import styles from './unreadable-note.module.css';

export interface UnreadableNoteProps {
  /** Number of unreadable records; 0 renders nothing. */
  readonly count: number;
  /** Singular noun, such as `alert`. */
  readonly noun: string;
  /** Default: the noun with an s. */
  readonly plural?: string;
  /** Address of the details; null without the permission. */
  readonly whichHref: string | null;
  /** Inside of a panel without padding. */
  readonly flush?: boolean;
}

/** Note that a list is incomplete because of unreadable records. */
export function UnreadableNote({ count, noun, plural = `${noun}s`, whichHref, flush }: UnreadableNoteProps) {
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
        {count === 1 ? `1 ${noun}` : `${count} ${plural}`} can’t be shown: written by a newer version, or
        damaged.{whichHref === null && ' An admin can see which under Diagnostics.'}
      </Banner>
    </div>
  );
}
