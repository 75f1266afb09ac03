import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { useId, type ReactElement, type ReactNode, type RefObject, type SubmitEventHandler } from 'react';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { KeyScope } from './keys.tsx';
import { ProblemText } from './problem.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode;
  /** Makes body and footer one form. The default is already prevented. */
  readonly onSubmit?: SubmitEventHandler<HTMLFormElement>;
  /** The form element. Only with `onSubmit`. */
  readonly formRef?: RefObject<HTMLFormElement | null>;
  /** `wide` for two columns. Default `normal`. */
  readonly size?: 'normal' | 'wide';
  /** Element with the first focus; default the first control of the body; of a sheet that begins with a button, the sheet. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog; a full-width card at the bottom on a phone. Focus goes back to where it came from. */
export function Dialog(props: DialogProps): ReactElement {
  return <Modal {...props} place="centre" />;
}

/** Dialog as a side panel on a desktop and a bottom sheet on a phone. */
export function Sheet(props: Omit<DialogProps, 'size'>): ReactElement {
  return <Modal {...props} place="side" />;
}

export interface ModalProps extends DialogProps {
  /** Whether it closes only by its own buttons. */
  readonly needsAnswer?: boolean;
  readonly place: 'centre' | 'side';
  /** Error of the last attempt. */
  readonly problem?: string | null;
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
}

/** The frame of dialogs, sheets and confirmations. */
export function Modal(props: ModalProps) {
  const { needsAnswer, open, onOpenChange, title, description, children, footer, onSubmit, size, place } =
    props;
  const { formRef, initialFocus, finalFocus, problem } = props;
  const Base = needsAnswer ? AlertDialog : BaseDialog;
  const bodyId = useId();
  const inner = (
    <>
      {children ? (
        <div className={styles.body} id={bodyId}>
          {children}
        </div>
      ) : null}
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </>
  );
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport
          className={cx(styles.viewport, styles[place])}
          data-dialog={needsAnswer ? undefined : place}
        >
          <Base.Popup
            className={cx(styles.popup, size === 'wide' && styles.wide)}
            initialFocus={initialFocus ?? (() => firstControl(bodyId, place))}
            {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
          >
            <KeyScope active={open}>
              <header className={styles.header}>
                <div className={styles.heading}>
                  <Base.Title className={styles.title}>{title}</Base.Title>
                  {description ? (
                    <Base.Description className={styles.description} render={<div />}>
                      {description}
                    </Base.Description>
                  ) : null}
                  {problem === undefined ? null : <ProblemText text={problem} />}
                </div>
                {needsAnswer ? null : (
                  <Base.Close render={<IconButton label="Close" icon={<X className="icon" />} />} />
                )}
              </header>
              {onSubmit ? (
                <form
                  ref={formRef}
                  className={styles.form}
                  noValidate
                  onSubmit={(event) => {
                    event.preventDefault();
                    onSubmit(event);
                  }}
                >
                  {inner}
                </form>
              ) : (
                inner
              )}
            </KeyScope>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * The first control of the body except times and openers of menus; without one, the dialog itself. So it is where a side panel begins
 * with a button: it is read first, and no key that was meant for another place presses it.
 */
function firstControl(bodyId: string, place: ModalProps['place']): HTMLElement | true {
  const body = document.getElementById(bodyId);
  const found = body?.querySelectorAll<HTMLElement>(
    'input, textarea, select, button:not([aria-haspopup="menu"]), [tabindex="0"]:not([aria-haspopup="menu"])',
  );
  const control = Array.from(found ?? []).find((one) => one.firstElementChild?.tagName !== 'TIME');
  const isAction = control?.tagName === 'BUTTON' && !control.hasAttribute('role');
  const first = place === 'side' && isAction ? undefined : control;
  return first ?? body?.closest<HTMLElement>('[role="dialog"]') ?? true;
}
