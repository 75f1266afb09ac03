/** Which entries of a long timeline are printed. */
import { usePrinting } from '#src/ui/use-printing.ts';
import styles from './timeline.module.css';

interface Part {
  readonly before: string;
  readonly after: string;
  readonly offset: number | null;
  readonly total: number | null;
}

interface PrintedPartProps {
  /** The part that is loaded; undefined: all. */
  readonly window: Part | undefined;
  /** Number of entries that are loaded. */
  readonly count: number;
}

/** On paper only, and only where entries are missing there. */
export function PrintedPart({ window: loaded, count }: PrintedPartProps) {
  const printing = usePrinting();
  const isWhole = !loaded || (loaded.before === 'end' && loaded.after === 'end');
  if (!printing || isWhole) return null;
  return <p className={styles.printed}>{sentence(loaded, count)} “Copy as Markdown” has all of them.</p>;
}

const amount = (number: number) => number.toLocaleString('en');

function sentence({ offset, total }: Part, count: number): string {
  if (offset === null || total === null) return 'Only the loaded entries are printed.';
  const last = Math.min(total, offset + count);
  return `Entries ${amount(offset + 1)} to ${amount(last)} of ${amount(total)} are printed; the others are not loaded.`;
}
