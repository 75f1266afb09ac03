/** Signed in, and in no team yet: start one, or join the demonstration; an account that can be in none is told so. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { useLocation } from 'wouter';
import { mayCreateTeam, mayUse } from '#domain/team/accounts.ts';
import { commandCatalogue, type CommandInput } from '#api/commands.ts';
import { authToken, type User } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { explain } from '#src/data/client/errors.ts';
import { useNamedActions } from '#src/data/client/named-actions.ts';
import { links } from '#src/data/links.ts';
import { usePort } from '#react/ports.tsx';
import { useSignOut } from '#src/data/client/sign-out.ts';
import { useSignOutEverywhere } from '#src/data/client/sign-out-everywhere.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { nameAccount } from './account-name.ts';
import { AuthLayout } from './auth-layout.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import styles from './sign-in.module.css';

const teamForm = v.pick(commandCatalogue.createTeam.input, ['name', 'displayName']);

export function WelcomeScreen({ user }: { readonly user: User }) {
  const verdict = mayUse(user.uid);
  if (verdict.allowed) return <Choice user={user} />;
  return (
    <AuthLayout title="This account can’t be in a team" lead={<span role="alert">{verdict.reason}</span>}>
      <SignOut user={user} />
    </AuthLayout>
  );
}

function Choice({ user }: { readonly user: User }) {
  const signOut = useSignOut();
  const auth = usePort(authToken);
  const docs = usePort(docsToken);
  const functions = usePort(functionsToken);
  const { demonstrationTeam } = useSettings();
  const [, navigate] = useLocation();
  const { busy, error: caught, run } = useNamedActions();
  const error = caught === null ? null : explain(caught);
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: valibotResolver(teamForm),
    defaultValues: { name: '', displayName: user.displayName ?? '' },
  });
  const { errors } = formState;

  const create = handleSubmit(({ name, displayName }) => {
    const input: CommandInput<'createTeam'> = {
      teamId: docs.newId(),
      commandId: docs.newId(),
      name,
      displayName,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    return run('create', async () => {
      await functions.call('createTeam', input);
      await nameAccount(auth, user, displayName);
    });
  });

  const join = (teamId: string) => {
    const input: CommandInput<'joinDemonstration'> = {
      teamId,
      commandId: docs.newId(),
      displayName: getValues('displayName').trim() || user.displayName || 'Guest',
    };
    return run('join', () => functions.call('joinDemonstration', input));
  };

  // A guest has asked to look around; there is nothing left to choose.
  const joined = useRef(false);
  const joinOnce = useEffectEvent((teamId: string) => {
    if (!user.isAnonymous || joined.current) return;
    joined.current = true;
    void join(teamId);
  });
  useEffect(() => {
    if (demonstrationTeam !== null) joinOnce(demonstrationTeam);
  }, [demonstrationTeam]);

  const leaveToCreate = async () => {
    await signOut();
    navigate(`${links.signIn()}?way=create`, { replace: true });
  };

  const mayCreate = mayCreateTeam(user.isAnonymous);
  const founding = (
    <form className={styles.form} onSubmit={(event) => void create(event)} noValidate>
      <Field label="Team name" error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="organization" />
      </Field>
      <Field label="Your name in it" error={errors.displayName?.message} hint="As your colleagues know you.">
        <TextInput {...register('displayName')} autoComplete="name" />
      </Field>
      <ProblemText text={error} />
      <PlainButton
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={busy === 'create' && 'Creating your team…'}
      >
        Create team
      </PlainButton>
    </form>
  );

  return (
    <AuthLayout
      title={user.displayName ? `Welcome, ${user.displayName}` : 'Welcome'}
      lead={
        mayCreate.allowed
          ? 'You are not in a team yet. Start one now: you own it.'
          : demonstrationTeam !== null
            ? 'A guest reads along in the demonstration team, and changes nothing.'
            : 'You are not in a team yet.'
      }
    >
      {mayCreate.allowed ? founding : <ProblemText text={error} />}
      {demonstrationTeam !== null && (
        <>
          {!user.isAnonymous && (
            <p className={styles.divider}>or look around first; you can leave it again</p>
          )}
          <PlainButton
            wide
            size="large"
            variant={user.isAnonymous ? 'primary' : 'secondary'}
            onClick={() => void join(demonstrationTeam)}
            busy={busy === 'join' && 'Joining…'}
          >
            Join the demonstration team
          </PlainButton>
        </>
      )}
      {!mayCreate.allowed && (
        <>
          <p className={styles.divider}>{mayCreate.reason}</p>
          <PlainButton
            wide
            size="large"
            variant={demonstrationTeam === null ? 'primary' : 'secondary'}
            onClick={() => void leaveToCreate()}
          >
            Create an account
          </PlainButton>
        </>
      )}
      <SignOut user={user} />
    </AuthLayout>
  );
}

function SignOut({ user }: { readonly user: User }) {
  const signOut = useSignOut();
  const [asking, setAsking] = useState(false);
  const everywhere = useRef<HTMLButtonElement>(null);
  return (
    <>
      <p className={styles.switch}>
        Signed in as {user.email ?? user.displayName ?? (user.isAnonymous ? 'a guest' : user.uid)}.
        <PlainButton variant="quiet" onClick={() => void signOut()}>
          Sign out
        </PlainButton>
        {/* A guest has this session alone. */}
        {user.isAnonymous ? null : (
          <PlainButton
            ref={everywhere}
            variant="quiet"
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            Sign out everywhere…
          </PlainButton>
        )}
        <Link href={links.deleteAccount()} look="text">
          Delete the account
        </Link>
      </p>
      {asking ? (
        <SignOutEverywhere
          onCancel={() => {
            setAsking(false);
            everywhere.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

function SignOutEverywhere({ onCancel }: { readonly onCancel: () => void }) {
  const end = useSignOutEverywhere();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <section className={styles.form} aria-label="Sign out everywhere?">
      <p className={styles.lead}>
        Every session of your account ends, this one included. You sign in again where you go on.
      </p>
      <ProblemText text={end.error && explain(end.error)} />
      <PlainButton variant="danger" wide busy={end.isPending && 'Signing out…'} onClick={() => end.mutate()}>
        Sign out everywhere
      </PlainButton>
      <PlainButton ref={cancel} variant="quiet" wide onClick={onCancel}>
        Cancel
      </PlainButton>
    </section>
  );
}
