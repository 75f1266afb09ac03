/** Assignment of an open request for cover to a named member, by admins. */
import { isOpen } from '#domain/cover/asked.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import { isResponder } from '#domain/permissions.ts';
import { pendingText } from '#src/data/client/pending-text.ts';
import { useCommand, usePendingCommands } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

interface GiveCoverProps {
  readonly request: CoverRequest;
  /** Schedule and time, as the request's line names them. */
  readonly what: string;
}

/** Renders nothing without the permission to take shifts for others. */
export function GiveCover({ request, what }: GiveCoverProps) {
  const { me } = useTeam();
  const people = usePeople();
  const mayRun = useMayRun();
  const toasts = useToasts();
  const { id: requestId } = request;
  const release = useCommand('releaseCover', {
    onError: (error) => toasts.error('The shift was not taken back', explain(error)),
  });
  const give = useCommand('takeCover', {
    onSuccess: (_, { userId }) =>
      toasts.undo(`${people.name(userId)} covers ${what}`, () => release.mutate({ requestId })),
    onError: (error) => toasts.error('The shift was given to nobody', explain(error)),
  });
  const pending = usePendingCommands('takeCover').find(
    ({ input }) => input.requestId === requestId && input.userId !== me.id,
  );
  const takers = people.all.filter(
    (one) =>
      one.id !== me.id &&
      one.id !== request.userId &&
      isResponder(one) &&
      mayRun('takeCover', request, { requestId, userId: one.id }).allowed,
  );
  if (!isOpen(request) || takers.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button
          aria-label={`Give to: ${what}`}
          busy={pending !== undefined && pendingText(pending.state, 'Giving it…')}
        >
          Give to
        </Button>
      }
      sections={[
        {
          heading: 'Who takes it',
          items: takers.map(({ id, displayName: name }) => ({
            id,
            label: name,
            icon: <Avatar person={{ id, name }} size="small" decorative />,
            onSelect: () => give.mutate({ requestId, userId: id }),
          })),
        },
      ]}
    />
  );
}
