import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './tooltip.module.css';

export interface ListTooltipProps {
  /** Content for an element with the attribute `data-tooltip`; its value is given. Default: the value. */
  readonly contentOf?: (value: string) => ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Rest of the pointer before it opens, in milliseconds. */
const delay = 400;

/**
 * Shared tooltip, with one set of listeners, for the controls of many rows: those with the attribute `data-tooltip`. Opens on hover and on
 * keyboard focus. For a single control use Tooltip.
 */
export function ListTooltip({ contentOf = same, className, children }: ListTooltipProps) {
  const [shown, setShown] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const onPointerOver = ({ target, pointerType }: PointerEvent) => {
    const control = controlOf(target);
    clearTimeout(timer.current);
    if (control === shown) return;
    setShown(null);
    if (control && pointerType === 'mouse') timer.current = setTimeout(() => setShown(control), delay);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const control = controlOf(target);
    if (control?.matches(':focus-visible')) setShown(control);
  };

  return (
    // The listeners only show what the controls in it are named already.
    <div
      role="presentation"
      className={className}
      onPointerOver={onPointerOver}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={onFocus}
      onBlur={hide}
      onScrollCapture={() => {
        if (shown) hide();
      }}
    >
      {children}
      <Base.Root open={shown !== null} onOpenChange={(open) => !open && hide()}>
        {shown === null ? null : (
          <Base.Portal>
            <Base.Positioner anchor={shown} className={styles.positioner} sideOffset={6} collisionPadding={8}>
              <Base.Popup role="tooltip" className={styles.popup}>
                {contentOf(shown.dataset['tooltip'] ?? '')}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </div>
  );
}

const same = (value: string): ReactNode => value;

const controlOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
