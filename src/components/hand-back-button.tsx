/** Ends the reader's own acknowledgement of a page; nothing for a page that somebody else has. */
import { Button } from '#src/ui/button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

interface HandBackButtonProps {
  readonly isHolder: boolean;
  readonly refusal: string | false;
  readonly busy: string | false;
  handBack(done: () => void): void;
}

export function HandBackButton({ isHolder, refusal, busy, handBack }: HandBackButtonProps) {
  const toasts = useToasts();
  if (!isHolder) return null;
  const done = () => toasts.done('Given back', 'The page asks again and goes on as its policy says.');
  return (
    <Button size="small" variant="quiet" disabledReason={refusal} busy={busy} onClick={() => handBack(done)}>
      Give back
    </Button>
  );
}
