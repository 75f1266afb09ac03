import { comboCaps, isApple } from './key-combo.ts';
import styles from './kbd.module.css';

/** A shortcut as keycaps: `<Kbd combo="mod+k" />`. */
export function Kbd({ combo }: { readonly combo: string }) {
  const strokes = comboCaps(combo, isApple());
  return (
    <kbd className={styles.combo}>
      {strokes.map((caps, index) => (
        // The order is fixed, so the index is a stable key.
        <span key={`${index} ${caps.join('+')}`} className={styles.stroke}>
          {caps.map((cap) => (
            <span key={cap} className={styles.cap}>
              {cap}
            </span>
          ))}
        </span>
      ))}
    </kbd>
  );
}
