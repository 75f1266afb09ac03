/** The question before its person becomes unreachable. */
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';

export interface AskUnreachableProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly consequence: string;
  /** Name of the action that is done all the same. */
  readonly label: string;
  readonly onConfirm: () => void;
}

export const AskUnreachable = ({
  open,
  onOpenChange,
  consequence,
  label,
  onConfirm,
}: AskUnreachableProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={onOpenChange}
    title="Become unreachable?"
    confirmLabel={label}
    danger
    onConfirm={() => {
      onOpenChange(false);
      onConfirm();
    }}
  >
    {consequence}
  </ConfirmDialog>
);
