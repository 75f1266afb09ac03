import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useId, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Kbd } from './kbd.tsx';
import styles from './tooltip.module.css';

interface Payload {
  readonly content: ReactNode;
  readonly shortcut: string | undefined;
}

// One popup serves every tooltip of the page: a timeline of a thousand times costs a thousand buttons and nothing more.
const shared = Base.createHandle<Payload>();

export interface TooltipProps {
  readonly content: ReactNode;
  /** A combo shown after the content. */
  readonly shortcut?: string | undefined;
  /** Also open on a click or tap; for what has no other way to be read by touch. */
  readonly onTap?: boolean;
  /** The one button or link that it explains. */
  readonly children: ReactElement;
}

/** Opens on hover and on keyboard focus. Never the only place where a name is given: name the control itself too. */
export function Tooltip({ content, shortcut, onTap = false, children }: TooltipProps) {
  const id = useId();
  const open = (event: MouseEvent) => {
    if (event.isPropagationStopped()) return;
    shared.open(id);
  };
  return (
    <Base.Trigger
      id={id}
      handle={shared}
      payload={{ content, shortcut }}
      render={children}
      closeOnClick={!onTap}
      {...(onTap ? { onClick: open } : {})}
    />
  );
}

/** Where tooltips appear. Part of UiRoot. */
export function TooltipHost({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={400} timeout={300}>
      {children}
      <Base.Root handle={shared}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner className={styles.positioner} sideOffset={6} collisionPadding={8}>
              <Base.Popup className={styles.popup}>
                {payload?.content}
                {payload?.shortcut ? <Kbd combo={payload.shortcut} /> : null}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
