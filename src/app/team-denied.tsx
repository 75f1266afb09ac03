/** Messages of the gate to a team that the person can't open. */
import { useQueryClient } from '@tanstack/react-query';
import { teamAddress } from '#api/addresses.ts';
import type { User } from '#ports/auth/auth.ts';
import { reopenLive } from '#react/live-query.ts';
import { links } from '#src/data/links.ts';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { GateMessage } from './gate-message.tsx';

/** The backend refuses to show the team, and ended the subscriptions: they are opened again on request. */
export function TeamAccessDenied({
  user,
  others,
}: {
  readonly user: User;
  readonly others: readonly string[];
}) {
  const client = useQueryClient();
  const [other] = others;
  return (
    <GateMessage
      user={user}
      title="You can’t see your team"
      meaning="The backend denied access: you may have been removed from the team."
      advice="Try again later, or sign in as somebody else."
      action={
        <>
          <Button variant="primary" onClick={() => reopenLive(client)}>
            Try again
          </Button>
          {other === undefined ? null : (
            <Link href={teamAddress(other, links.home())} look="button">
              Open another team
            </Link>
          )}
        </>
      }
    />
  );
}

/** Same text for a team that exists and for one that does not. */
export const NotInTeam = ({ user }: { readonly user: User }) => (
  <GateMessage
    user={user}
    title="You are in no team at this address"
    meaning="The address is mistyped, or it belongs to a team that you are not a member of."
    advice="Ask whoever sent you the link, or open your own team."
    action={
      <Link href={links.home()} look="primary">
        Open my team
      </Link>
    }
  />
);
