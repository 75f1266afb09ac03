/** Dialog that is one form: its fields, its problem, a conflict with a newer version, Cancel and the button that saves. */
import type { ReactNode, RefObject, SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { Dialog } from './dialog.tsx';
import type { FormFootProps } from './form-foot.tsx';
import { ProblemText } from './problem.tsx';

export interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly form: {
    readonly element: {
      readonly ref: RefObject<HTMLFormElement | null>;
      readonly onSubmit: SubmitEventHandler<HTMLFormElement>;
    };
    readonly foot: Pick<FormFootProps, 'problem' | 'busy' | 'disabledReason' | 'newer' | 'forget'>;
  };
  readonly submitLabel: string;
  /** The draft is kept, unless it was closed with Cancel. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, description, form, submitLabel, onClose, children } = props;
  const { problem, busy, disabledReason, newer, forget } = form.foot;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={description}
      formRef={form.element.ref}
      onSubmit={form.element.onSubmit}
      footer={
        <>
          <Button
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabledReason={disabledReason}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
      {newer && <ChangedMeanwhile keep={newer.keep} discard={newer.discard} />}
      <ProblemText text={problem} />
    </Dialog>
  );
}
