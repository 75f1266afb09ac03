/** Snooze of a page by its holder, its change and its end; nothing for a page of another holder. */
import type { Page } from '#domain/page/schema.ts';
import { Button } from '#src/ui/button.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';

interface SnoozePageMenuProps {
  readonly page: Page;
  readonly isHolder: boolean;
  readonly refusal: string | false;
  readonly busy: string | false;
  /** Null ends the snooze. */
  snooze(minutes: number | null): void;
}

export function SnoozePageMenu({ page, isHolder, refusal, busy, snooze }: SnoozePageMenuProps) {
  if (!isHolder) return null;
  const isSnoozed = (page.snoozedUntilAt ?? null) !== null;
  return (
    <SnoozeMenu
      trigger={
        <Button size="small" variant="quiet" disabledReason={refusal} busy={busy}>
          {isSnoozed ? 'Change snooze' : 'Snooze'}
        </Button>
      }
      snooze={snooze}
      endSnooze={isSnoozed ? () => snooze(null) : undefined}
    />
  );
}
