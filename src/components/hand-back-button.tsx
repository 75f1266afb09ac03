/** Button that withdraws the reader's own acknowledgement of a page; nothing for a page of another holder. */
import { Button } from '#src/ui/button.tsx';

interface HandBackButtonProps {
  readonly isHolder: boolean;
  readonly refusal: string | false;
  readonly busy: string | false;
  handBack(): void;
}

export function HandBackButton({ isHolder, refusal, busy, handBack }: HandBackButtonProps) {
  if (!isHolder) return null;
  return (
    <Button size="small" variant="quiet" disabledReason={refusal} busy={busy} onClick={handBack}>
      Give back
    </Button>
  );
}
