import { Dialog } from './dialog.tsx';
import { Kbd } from './kbd.tsx';
import type { KeyBinding } from './key-registry.ts';
import styles from './key-sheet.module.css';

export interface KeySheetProps {
  readonly bindings: readonly KeyBinding[];
  readonly onClose: () => void;
}

/** A list of shortcuts, by group. */
export function KeySheet({ bindings, onClose }: KeySheetProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keys" size="wide">
      <div className={styles.groups}>
        {Array.from(byGroup(bindings), ([group, own]) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl>
              {own.map((binding) => (
                <div key={binding.combo} className={styles.row}>
                  <dt>{binding.label}</dt>
                  <dd>
                    <Kbd combo={binding.combo} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Only the newest binding of a combo works. */
function byGroup(bindings: readonly KeyBinding[]): ReadonlyMap<string, readonly KeyBinding[]> {
  const newest = new Map(bindings.map((binding) => [binding.combo, binding]));
  return Map.groupBy(newest.values(), (binding) => binding.group);
}
