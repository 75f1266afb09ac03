import { useRef, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Modal } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** A question: "Delete this file?" */
  readonly title: string;
  /** The consequence, and the way to undo it, if there is one. */
  readonly children: ReactNode;
  /** A verb: "Delete file". */
  readonly confirmLabel: string;
  /** Default "Cancel". */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  readonly busy?: string | false | undefined;
  /** Error of the last attempt; the dialog stays open. */
  readonly problem?: string | null;
  readonly onConfirm: () => void;
  /** Focus after it closes. Default: as before. */
  readonly finalFocus?: () => HTMLElement | null;
}

/** Confirmation of an action that is hard to undo. Focus starts on Cancel. Prefer an Undo toast. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { confirmLabel, cancelLabel = 'Cancel', danger, busy, problem = null, onConfirm, children } = props;
  const { open, onOpenChange, title, finalFocus } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      needsAnswer
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={children}
      problem={problem}
      place="centre"
      initialFocus={cancel}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
