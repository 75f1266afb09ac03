import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import styles from './popover.module.css';
import popup from './popup.module.css';
import { cx } from './cx.ts';

export interface PopoverProps {
  /** The Button or IconButton that opens it. */
  readonly trigger: ReactElement;
  readonly title: string;
  /** Keeps the title for screen readers only. */
  readonly hideTitle?: boolean;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Default `start`. */
  readonly align?: 'start' | 'end';
}

/** More about one thing, beside it; may hold controls. Open state is its own unless given. */
export function Popover(props: PopoverProps) {
  const { trigger, title, hideTitle, children, open, onOpenChange, align = 'start' } = props;
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (next: boolean) => onOpenChange(next) } : {})}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={4} align={align} collisionPadding={8}>
          <Base.Popup className={cx(popup.popup, styles.popover)}>
            <Base.Title className={cx(styles.title, hideTitle && 'visually-hidden')}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
