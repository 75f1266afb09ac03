/** Asks from the first step again; nothing for a page that asks, or that has ended. */
import type { Page } from '#domain/page/schema.ts';
import { Button } from '#src/ui/button.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

interface RepageButtonProps {
  readonly page: Page;
  readonly refusal: string | false;
  readonly busy: string | false;
  repage(done: () => void): void;
}

export function RepageButton({ page, refusal, busy, repage }: RepageButtonProps) {
  const toasts = useToasts();
  const hasStopped = page.status === 'exhausted' || page.status === 'acknowledged';
  if (!hasStopped || page.subject.kind === 'drill') return null;
  const done = () => toasts.done('Paged again', 'The page starts at its first step.');
  return (
    <Button size="small" variant="quiet" disabledReason={refusal} busy={busy} onClick={() => repage(done)}>
      Page again
    </Button>
  );
}
