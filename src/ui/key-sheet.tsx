import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Kbd } from './kbd.tsx';
import type { KeyBinding } from './key-registry.ts';
import styles from './key-sheet.module.css';
import { useActiveKeys, useKey } from './keys.tsx';

/** `?` shows what can be pressed here. Mount once, inside the frame. */
export function KeySheet() {
  const active = useActiveKeys();
  // What was active before the sheet opened; the sheet itself has its own keys.
  const [shown, setShown] = useState<readonly KeyBinding[]>([]);
  const [open, setOpen] = useState(false);
  useKey(
    '?',
    'Show keys',
    () => {
      setShown(active);
      setOpen(true);
    },
    { group: 'Everywhere' },
  );
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keys" size="wide">
      <div className={styles.groups}>
        {Array.from(byGroup(shown), ([group, bindings]) => (
          <section key={group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl>
              {bindings.map((binding) => (
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

/** Only the newest binding of a combo is the one that works. */
function byGroup(bindings: readonly KeyBinding[]): ReadonlyMap<string, readonly KeyBinding[]> {
  const newest = new Map(bindings.map((binding) => [binding.combo, binding]));
  return Map.groupBy(newest.values(), (binding) => binding.group);
}
