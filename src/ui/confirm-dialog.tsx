import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { KeyScope } from './keys.tsx';
import { ProblemText } from './problem.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** A question: "Close this incident?" */
  readonly title: string;
  /** What will happen and whether it can be undone. */
  readonly children: ReactNode;
  /** A verb: "Close incident". */
  readonly confirmLabel: string;
  /** Default "Cancel". */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  readonly busy?: string | false | undefined;
  /** Why the last attempt failed; the dialog stays open. */
  readonly problem?: string | null;
  readonly onConfirm: () => void;
  /** Where the focus goes when it closes. Default: where it was. */
  readonly finalFocus?: () => HTMLElement | null;
}

/** Asks before something that is hard to take back. Focus starts on the way out. Prefer doing it with an Undo toast. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const {
    open,
    onOpenChange,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    busy,
    problem = null,
    onConfirm,
    finalFocus,
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={cx(styles.viewport, styles.centre)}>
          <Base.Popup
            className={styles.popup}
            initialFocus={cancel}
            {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
          >
            <KeyScope active={open}>
              <header className={styles.header}>
                <div className={styles.heading}>
                  <Base.Title className={styles.title}>{title}</Base.Title>
                  <Base.Description className={styles.description} render={<div />}>
                    {children}
                  </Base.Description>
                  <ProblemText text={problem} />
                </div>
              </header>
              <div className={styles.footer}>
                <Base.Close render={<Button ref={cancel}>{cancelLabel}</Button>} />
                <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
                  {confirmLabel}
                </Button>
              </div>
            </KeyScope>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
