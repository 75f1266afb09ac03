/** Deletion of the account: what it does, what is in its way, who takes over, and the confirmation. Stands outside of any team. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deletionPhrase, isDeletionPhrase } from '#domain/account/deletion.ts';
import { holdingRules } from '#domain/team/holdings.ts';
import type { AccountCallInput } from '#api/account.ts';
import { teamAddress } from '#api/addresses.ts';
import type { LeavingPreview } from '#api/reads.ts';
import type { Auth, User } from '#ports/auth/auth.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { requireProof } from '#src/data/client/account-changes.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { readOptions } from '#src/data/client/reads.ts';
import { links } from '#src/data/links.ts';
import { Successor } from '#src/components/successor.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { PageHeader, Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { ScreenColumn } from '#src/ui/screen-column.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './delete-account.module.css';
import { ProveAgain } from './prove-again.tsx';
import { useReauthentication } from './use-reauthentication.ts';

export interface DeleteAccountScreenProps {
  readonly user: User;
  /** The account is gone. `teams`: what this browser keeps of them is to be erased. */
  readonly onDeleted: (teams: readonly string[]) => Promise<void>;
}

export function DeleteAccountScreen({ user, onDeleted }: DeleteAccountScreenProps) {
  const functions = usePort(functionsToken);
  const { data, error, refetch, isFetching } = useQuery(readOptions(functions, 'readAccountDeletion', {}));
  const failure = error === null ? null : { meaning: explain(error), retry: () => void refetch() };
  return (
    <main className={styles.screen}>
      <ScreenColumn width="narrow">
        <PageHeader
          title="Delete your account"
          description={user.email ?? (user.isAnonymous ? 'You are a guest.' : user.displayName)}
          actions={
            <Link href={links.me()} look="button">
              Keep the account
            </Link>
          }
        />
        <Panel title="What it does" frame="box">
          <Consequences />
        </Panel>
        {failure !== null ? (
          <QueryProblem title="Your teams can’t be read" failure={failure} />
        ) : data === undefined ? (
          <Waiting>Looking for what you hold in your teams…</Waiting>
        ) : (
          <Deletion
            user={user}
            teams={data.teams}
            checking={isFetching}
            onCheck={() => void refetch()}
            onDeleted={onDeleted}
          />
        )}
      </ScreenColumn>
    </main>
  );
}

const Consequences = () => (
  <ul className={styles.consequences}>
    <li>You leave all teams at once: no page reaches you, and you see nothing of them any more.</li>
    <li>Your profile, your picture, your devices and the invites that you made are removed.</li>
    <li>
      What you wrote stays with the teams, under “Deleted member” and a number instead of your name. Their
      audit keeps the name you had.
    </li>
    <li>
      You can’t sign in to it any more, and it can’t be undone.{' '}
      <Link href={links.me()} look="text">
        Download your data
      </Link>{' '}
      first, if you want to keep it.
    </li>
  </ul>
);

interface DeletionProps extends DeleteAccountScreenProps {
  readonly teams: readonly LeavingPreview[];
  readonly checking: boolean;
  readonly onCheck: () => void;
}

const needsSuccessor = ({ holdings }: LeavingPreview): boolean =>
  holdings.some(({ kind }) => holdingRules[kind].needsSuccessor);

function Deletion({ user, teams, checking, onCheck, onDeleted }: DeletionProps) {
  const functions = usePort(functionsToken);
  const reauthentication = useReauthentication();
  const [successors, setSuccessors] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState('');
  const phrase = deletionPhrase(user.email);
  const blocked = teams.some(({ obstacle }) => obstacle !== null);
  const missing = teams.some((team) => needsSuccessor(team) && successors[team.teamId] === undefined);
  const reason = blocked
    ? 'A team is in the way. See to it first.'
    : missing
      ? 'Choose who takes over what you hold.'
      : !isDeletionPhrase(typed, user.email) && `Type “${phrase}” first.`;
  const remove = async (auth: Auth) => {
    await requireProof(auth);
    const input: AccountCallInput<'deleteAccount'> = { typed, successors };
    await functions.call('deleteAccount', input);
    await onDeleted(teams.map(({ teamId }) => teamId));
  };
  const submit = () => {
    if (!reason) void reauthentication.run('delete', remove);
  };
  return (
    <>
      {teams.map((team) => (
        <Panel key={team.teamId} title={team.name} frame="box">
          <Leaving
            team={team}
            checking={checking}
            onCheck={onCheck}
            replacementId={successors[team.teamId] ?? null}
            onChoose={(userId) => setSuccessors((all) => ({ ...all, [team.teamId]: userId }))}
          />
        </Panel>
      ))}
      <Panel title="Danger zone" frame="box">
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={`Type “${phrase}” to delete the account`}>
            <TextInput
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Field>
          {reauthentication.proving ? null : <ProblemText text={reauthentication.problem} />}
          <Button
            type="submit"
            variant="danger"
            disabledReason={reason}
            busy={reauthentication.busy === 'delete' && 'Deleting your account…'}
          >
            Delete account
          </Button>
        </form>
      </Panel>
      {reauthentication.proving ? (
        <Dialog open onOpenChange={reauthentication.stop} title="Is it you?">
          <ProveAgain user={user} reauthentication={reauthentication} />
        </Dialog>
      ) : null}
    </>
  );
}

interface LeavingProps {
  readonly team: LeavingPreview;
  readonly checking: boolean;
  readonly onCheck: () => void;
  readonly replacementId: string | null;
  readonly onChoose: (userId: string) => void;
}

function Leaving({ team, checking, onCheck, replacementId, onChoose }: LeavingProps) {
  const { teamId, name, obstacle, deleted, holdings, takers } = team;
  if (deleted) return <p className={styles.muted}>This team was deleted. You leave it with your account.</p>;
  if (obstacle === null)
    return (
      <Successor
        name={null}
        holdings={holdings}
        takers={takers}
        replacementId={replacementId}
        onChoose={onChoose}
        failure={null}
      />
    );
  return (
    <div className={styles.form}>
      <p>{obstacle.sentence}</p>
      {obstacle.kind === 'last-owner' ? (
        <p className={styles.actions}>
          <Link href={teamAddress(teamId, links.settings('members'))} look="button">
            Members of {name}
          </Link>
          <Link href={teamAddress(teamId, links.settings('danger'))} look="button">
            Delete {name}
          </Link>
          <Button variant="quiet" busy={checking && 'Checking…'} onClick={onCheck}>
            Check again
          </Button>
        </p>
      ) : null}
    </div>
  );
}

export type ErasureState = 'under-way' | 'done' | 'failed';

const erasureSentences: Readonly<Record<ErasureState, string>> = {
  'under-way': 'Erasing what this browser kept of them…',
  done: 'This browser has erased what it kept of them.',
  failed:
    'This browser could not erase what it kept of them: close its other tabs, then clear its data for this site.',
};

export interface AccountDeletedProps {
  readonly erasure: ErasureState;
  readonly onLeave: () => void;
}

/** Screen after the deletion. */
export const AccountDeleted = ({ erasure, onLeave }: AccountDeletedProps) => (
  <main className={styles.screen}>
    <ScreenColumn width="narrow">
      <PageHeader
        title="Your account is deleted"
        description={`You have left all teams. ${erasureSentences[erasure]}`}
      />
      <p>
        <Button variant="primary" busy={erasure === 'under-way' && 'Erasing…'} onClick={onLeave}>
          Go to sign-in
        </Button>
      </p>
    </ScreenColumn>
  </main>
);
