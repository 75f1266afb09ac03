/** Button that notifies from the first step again; nothing for a page that is notifying, or that has ended. */
import type { Page } from '#domain/page/schema.ts';
import { Button } from '#src/ui/button.tsx';

interface RepageButtonProps {
  readonly page: Page;
  readonly refusal: string | false;
  readonly busy: string | false;
  repage(): void;
}

export function RepageButton({ page, refusal, busy, repage }: RepageButtonProps) {
  const hasStopped = page.status === 'exhausted' || page.status === 'acknowledged';
  if (!hasStopped || page.subject.kind === 'drill') return null;
  return (
    <Button size="small" variant="quiet" disabledReason={refusal} busy={busy} onClick={repage}>
      Page again
    </Button>
  );
}
