/** The choice of the responder to whom a page is handed; nothing for a page that nobody has. */
import type { Page } from '#domain/page/schema.ts';
import type { Member } from '#domain/team/schema.ts';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/menu.tsx';

interface HandOverMenuProps {
  readonly page: Page;
  readonly responders: readonly Pick<Member, 'id' | 'displayName'>[];
  readonly refusal: string | false;
  readonly busy: string | false;
  handOver(userId: string): void;
}

export function HandOverMenu({ page, responders, refusal, busy, handOver }: HandOverMenuProps) {
  const isHeld = page.status === 'notifying' || page.status === 'acknowledged';
  if (!isHeld || page.subject.kind === 'drill') return null;
  const items = responders.map(({ id, displayName }) => ({
    id,
    label: displayName,
    icon: <Avatar person={{ id, name: displayName }} size="small" decorative />,
    disabledReason: whyNot(page, id),
    onSelect: () => handOver(id),
  }));
  return (
    <Menu
      trigger={
        <Button size="small" variant="quiet" disabledReason={refusal} busy={busy}>
          Hand over
        </Button>
      }
      sections={[{ heading: 'Hand over to', items }]}
    />
  );
}

function whyNot({ declined, acknowledgements, waitingFor }: Page, userId: string): string | false {
  if (declined.some((one) => one.userId === userId)) return 'Can’t take this page.';
  if (acknowledgements.some((one) => one.userId === userId)) return 'Has this page.';
  return waitingFor.includes(userId) && 'Is asked already.';
}
