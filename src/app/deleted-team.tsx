/** Screen of a deleted team: the deletion, the end of its grace period, and for owners the restore. */
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { restoreSentence } from '#domain/team/deletion.ts';
import { teamAddress } from '#api/addresses.ts';
import type { CommandInput } from '#api/commands.ts';
import type { User } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { explain } from '#src/data/client/errors.ts';
import { useCall } from '#react/call.ts';
import { usePort } from '#react/ports.tsx';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { links } from '#src/data/links.ts';
import type { DeletedTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { WelcomeScreen } from '#src/features/sign-in/welcome-screen.tsx';

export interface DeletedTeamGateProps {
  readonly user: User;
  readonly team: DeletedTeam;
  /** Teams that can be opened instead. */
  readonly others: readonly string[];
}

export function DeletedTeamGate({ user, team, others }: DeletedTeamGateProps) {
  const docs = usePort(docsToken);
  const signOut = useSignOut();
  const [founding, setFounding] = useState(false);
  // The command runs outside of the team: it opens by itself once the profile says that it is restored.
  const restore = useCall<unknown, CommandInput<'restoreTeam'>>('restoreTeam');
  const [other] = others;
  const [, navigate] = useLocation();
  const founded = founding ? other : undefined;
  useEffect(() => {
    if (founded !== undefined) navigate(`~${teamAddress(founded, links.home())}`, { replace: true });
  }, [founded, navigate]);
  if (founding) return <WelcomeScreen user={user} />;
  return (
    <main>
      <h1 className="visually-hidden">{team.name} was deleted</h1>
      <ErrorState
        title={`${team.name} was deleted`}
        meaning={`${team.byName === '' ? 'An owner' : team.byName} deleted it. Nobody is paged, and nobody reads or changes anything in it.`}
        advice={restoreSentence(team.deletedAt)}
        action={
          <>
            {team.mine ? (
              <Button
                variant="primary"
                busy={restore.isPending && 'Restoring…'}
                onClick={() => restore.mutate({ teamId: team.id, commandId: docs.newId() })}
              >
                Restore {team.name}
              </Button>
            ) : null}
            {other === undefined ? (
              <Button onClick={() => setFounding(true)}>Start another team</Button>
            ) : (
              <Link href={teamAddress(other, links.home())} look="button">
                Open another team
              </Link>
            )}
            <Button onClick={() => void signOut().catch(() => undefined)}>Sign out</Button>
            <Link href={links.deleteAccount()} look="button">
              Delete my account
            </Link>
          </>
        }
        detail={user.email ?? user.uid}
      />
      <ProblemText text={restore.error ? explain(restore.error) : null} />
    </main>
  );
}
