import { Tooltip as Base } from '@base-ui/react/tooltip';
import { Kbd } from './kbd.tsx';
import { tooltips } from './tooltip.tsx';
import styles from './tooltip.module.css';

/** The popup of every Tooltip. Mount once. */
export function TooltipPopup() {
  return (
    <Base.Root handle={tooltips}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner className={styles.positioner} sideOffset={6} collisionPadding={8}>
            <Base.Popup role="tooltip" className={styles.popup}>
              {payload?.content}
              {payload?.shortcut ? <Kbd combo={payload.shortcut} /> : null}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  );
}
