/** Controls of the frame beside its navigation. The skeleton has the same ones, inert, so that none moves when the team has loaded. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Search from 'lucide-react/icons/search';
import { type ComponentType, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import styles from './frame.module.css';

export interface FrameAction {
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType<{ className?: string }>;
  readonly shortcut?: string | undefined;
  readonly disabledReason?: string | undefined;
  /** Absent in the skeleton. */
  readonly open?: () => void;
}

export const rehearsalIcon = <FlaskConical className="icon" />;

/** Below the brand in the rail. */
export function RailTop({
  actions,
  onFind,
}: {
  readonly actions: readonly FrameAction[];
  readonly onFind?: () => void;
}) {
  return (
    <>
      <Button
        wide
        icon={<Search className="icon" />}
        shortcut="mod+k"
        className={styles.left}
        onClick={onFind}
      >
        Find
      </Button>
      {actions.map(({ icon: Icon, ...action }) => (
        <Button
          key={action.id}
          wide
          icon={<Icon className="icon" />}
          shortcut={action.shortcut}
          className={styles.left}
          disabledReason={action.disabledReason}
          onClick={action.open}
        >
          {action.title}
        </Button>
      ))}
    </>
  );
}

/** Foot of the rail: the rehearsal panel, where there is one, and the person's menu. */
export function RailFoot({
  rehearsal,
  onRehearse,
  children,
}: {
  readonly rehearsal: boolean;
  readonly onRehearse?: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <>
      {rehearsal ? (
        <Button
          wide
          variant="quiet"
          icon={rehearsalIcon}
          shortcut="g d"
          className={styles.left}
          onClick={onRehearse}
        >
          Rehearsal
        </Button>
      ) : null}
      <div className={styles.account}>{children}</div>
    </>
  );
}

export interface MenuTriggerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly onClick?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The last place of the phone's bottom bar. */
export const MoreTab = (props: MenuTriggerProps) => (
  <button type="button" className={styles.more} {...props}>
    <Ellipsis className="icon" />
    <span>More</span>
  </button>
);

export interface LateMenuPopup {
  readonly anchor: HTMLElement | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export interface LateMenu {
  readonly trigger: MenuTriggerProps;
  readonly popup: LateMenuPopup;
  /** Whether it was opened once: then its script is needed. */
  readonly opened: boolean;
}

/** A menu whose trigger is there before the script of its popup. */
export function useLateMenu(): LateMenu {
  const button = useRef<HTMLButtonElement>(null);
  // Set when it is opened: a state that is set at the mount renders the frame once more in its first commit.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const show = () => {
    setAnchor(button.current);
    setOpen(true);
    setOpened(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    show();
  };
  return {
    trigger: { ref: button, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: show, onKeyDown },
    popup: { anchor, open, onOpenChange: setOpen },
    opened,
  };
}
