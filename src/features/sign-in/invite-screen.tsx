/** Screen of an invite: team, inviter, role, what happens next, and the button that accepts it. Opening accepts nothing. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { useLocation } from 'wouter';
import { mayAcceptInvite } from '#domain/team/accounts.ts';
import { inviteRoleSentences } from '#domain/team/invite-message.ts';
import { teamAddress } from '#api/addresses.ts';
import { commandCatalogue, type CommandInput } from '#api/commands.ts';
import { type InviteLink, parseInviteFragment } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import type { InvitePreview } from '#api/reads.ts';
import { authToken, type User } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { isPortError } from '#ports/errors.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { offered } from '#src/data/client/extensions.ts';
import { explain } from '#src/data/client/errors.ts';
import { forgetInvite, rememberedInvite, rememberInvite } from '#src/data/client/invite-link.ts';
import { useNamedActions } from '#src/data/client/named-actions.ts';
import { usePort } from '#react/ports.tsx';
import { readOptions } from '#src/data/client/reads.ts';
import { useSession } from '#src/data/client/session.ts';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { links } from '#src/data/links.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { nameAccount } from './account-name.ts';
import styles from './sign-in.module.css';

export function InviteScreen() {
  const session = useSession();
  const fragment = useFragment();
  const link = fragment === null ? null : parseInviteFragment(fragment);
  if (session.status === 'restoring') return null;
  const user = session.status === 'signed-in' ? session.user : null;
  if (link === null)
    return (
      <Unusable reason="Its link is not complete. Copy all of it, or ask whoever invited you for a new one." />
    );
  return <Invited key={`${fragment ?? ''} ${user?.uid ?? ''}`} link={link} user={user} />;
}

/** The invite in this address, or else the one that was opened before signing in. */
function useFragment(): string | null {
  const [fragment, setFragment] = useState(() => current());
  useEffect(() => {
    const follow = () => setFragment(current());
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return fragment;
}

function current(): string | null {
  rememberInvite(location.hash);
  return location.hash.length > 1 ? location.hash : rememberedInvite();
}

function Invited({ link, user }: { readonly link: InviteLink; readonly user: User | null }) {
  const functions = usePort(functionsToken);
  const { data, error, refetch, isFetching } = useQuery(readOptions(functions, 'readInvite', link));
  if (error !== null && isPortError(error, 'not-found')) return <Unusable reason={error.message} />;
  if (error !== null)
    return (
      <AuthLayout title="The invite can’t be shown" lead={explain(error)}>
        <PlainButton wide size="large" busy={isFetching && 'Looking…'} onClick={() => void refetch()}>
          Try again
        </PlainButton>
      </AuthLayout>
    );
  if (data === undefined)
    return (
      <AuthLayout title="You are invited">
        <Waiting>Looking for the team. This usually takes a second.</Waiting>
      </AuthLayout>
    );
  if (data.member) return <AlreadyIn link={link} teamName={data.teamName} />;
  const title = `You are invited to ${data.teamName}`;
  return (
    <AuthLayout
      title={title}
      lead={`${data.inviterName} invites you as ${data.role === 'admin' ? 'an' : 'a'} ${data.role}. ${inviteRoleSentences[data.role]}`}
    >
      {user === null ? <SignedOut /> : <Joining link={link} preview={data} user={user} />}
    </AuthLayout>
  );
}

/** Same text for every invite that can’t be used. */
function Unusable({ reason }: { readonly reason: string }) {
  return (
    <AuthLayout title="This invite can’t be used" lead={<span role="alert">{reason}</span>}>
      <Link href={links.home()} look="button" onClick={forgetInvite}>
        Open Muster
      </Link>
    </AuthLayout>
  );
}

function AlreadyIn({ link, teamName }: { readonly link: InviteLink; readonly teamName: string }) {
  return (
    <AuthLayout title={`You are in ${teamName}`} lead="There is nothing left to accept.">
      <Link href={teamAddress(link.teamId, links.home())} look="primary" onClick={forgetInvite}>
        Open {teamName}
      </Link>
    </AuthLayout>
  );
}

/** Address of the sign-in; the invite itself is stored in this tab. */
const signIn = (way?: 'create') =>
  `${links.signIn()}?to=${encodeURIComponent(links.invite())}${way ? `&way=${way}` : ''}`;

function SignedOut() {
  const [, navigate] = useLocation();
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        Make an account or sign in first. Then you choose your name in the team, and join by a press.
      </p>
      <PlainButton variant="primary" size="large" wide onClick={() => navigate(signIn('create'))}>
        Create an account
      </PlainButton>
      <PlainButton size="large" wide onClick={() => navigate(signIn())}>
        Sign in
      </PlainButton>
    </div>
  );
}

const joinForm = v.pick(commandCatalogue.acceptInvite.input, ['displayName']);

interface JoiningProps {
  readonly link: InviteLink;
  readonly preview: InvitePreview;
  readonly user: User;
}

function Joining({ link, preview, user }: JoiningProps) {
  const { teamName, role } = preview;
  const auth = usePort(authToken);
  const docs = usePort(docsToken);
  const functions = usePort(functionsToken);
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  const { busy, error, run } = useNamedActions();
  const [mailed, setMailed] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(joinForm),
    defaultValues: { displayName: user.displayName ?? '' },
  });
  const account = mayAcceptInvite(user.isAnonymous);

  const leave = async (way?: 'create') => {
    await run('leave', () => signOut());
    navigate(signIn(way), { replace: true });
  };
  const join = handleSubmit(async ({ displayName }) => {
    const input: CommandInput<'acceptInvite'> = { ...link, commandId: docs.newId(), displayName };
    const joined = await run('join', async () => {
      // An address that was confirmed in another tab counts from here on.
      if (!user.emailVerified && user.email !== null) {
        await auth.reload();
        await auth.idToken({ forceRefresh: true });
      }
      await functions.call('acceptInvite', input);
      await nameAccount(auth, user, displayName);
      // The profile in this browser's cache names the team before it is opened.
      await docs.get(documentPaths.user(user.uid), { source: 'server' });
    });
    if (!joined.ok) return;
    forgetInvite();
    navigate(teamAddress(link.teamId, links.home()), { replace: true });
  });
  const confirm = async () =>
    setMailed((await run('mail', async () => offered(auth.mail).sendVerification())).ok);

  if (!account.allowed)
    return (
      <div className={styles.form}>
        <ProblemText text={account.reason} />
        <PlainButton
          variant="primary"
          size="large"
          wide
          busy={busy === 'leave' && 'Signing out…'}
          onClick={() => void leave('create')}
        >
          Create an account
        </PlainButton>
      </div>
    );
  const unconfirmed = error !== null && isPortError(error, 'permission-denied') && !user.emailVerified;
  return (
    <>
      <form className={styles.form} onSubmit={(event) => void join(event)} noValidate>
        <Field
          label="Your name in it"
          error={formState.errors.displayName?.message}
          hint="As your colleagues know you."
        >
          <TextInput {...register('displayName')} autoComplete="name" />
        </Field>
        <ProblemText text={error === null ? null : explain(error)} />
        {unconfirmed && user.email !== null && auth.mail ? (
          <PlainButton wide busy={busy === 'mail' && 'Sending…'} onClick={() => void confirm()}>
            {mailed ? 'Sent. Send it again' : `Send a mail to ${user.email}`}
          </PlainButton>
        ) : null}
        <PlainButton type="submit" variant="primary" size="large" wide busy={busy === 'join' && 'Joining…'}>
          Join {teamName} as {role}
        </PlainButton>
      </form>
      <p className={styles.switch}>
        Signed in as {user.email ?? user.displayName ?? user.uid}.
        <PlainButton variant="quiet" onClick={() => void leave()}>
          Use another account
        </PlainButton>
      </p>
    </>
  );
}
