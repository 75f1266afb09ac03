/** A team of one: nobody else is reached by what its only member misses. The next step is to invite somebody. */
import UserPlus from 'lucide-react/icons/user-plus';
import { links } from '#src/data/links.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';

export function Alone() {
  const { team } = useTeam();
  return (
    <Panel title="Your team" frame="box">
      <EmptyState
        icon={<UserPlus className="icon" />}
        title={`You are the only one in ${team.name}`}
        action={
          <Link href={links.settings('invites')} look="primary">
            Invite somebody
          </Link>
        }
      >
        A page that you miss reaches nobody else. Invite people by link, QR code or mail.
      </EmptyState>
    </Panel>
  );
}
