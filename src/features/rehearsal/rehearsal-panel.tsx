/** Placeholder until the feature lands. */
import { Sheet } from '#src/ui/dialog.tsx';

export function RehearsalPanel({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return <Sheet open={open} onOpenChange={onOpenChange} title="Rehearsal" />;
}
