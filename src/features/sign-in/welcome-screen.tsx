/** Signed in, and in no team yet: start one, or join the demonstration. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { calls, type CallInput } from '#domain/calls.ts';
import { authToken, type User } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { explain } from '#src/live/errors.ts';
import { usePort } from '#src/live/ports.tsx';
import { useSettings } from '#src/live/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './sign-in.module.css';

const form = v.pick(calls.createTeam.input, ['name', 'displayName']);

export function WelcomeScreen({ user }: { readonly user: User }) {
  const auth = usePort(authToken);
  const docs = usePort(docsToken);
  const functions = usePort(functionsToken);
  const { demonstrationTeam } = useSettings();
  const [busy, setBusy] = useState<'create' | 'join' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: valibotResolver(form),
    defaultValues: { name: '', displayName: user.displayName ?? '' },
  });

  const give = async (which: 'create' | 'join', name: 'createTeam' | 'joinDemonstration', input: object) => {
    setBusy(which);
    setError(null);
    try {
      await functions.call(name, input);
    } catch (caught) {
      setError(explain(caught));
    } finally {
      setBusy(null);
    }
  };

  const create = handleSubmit(({ name, displayName }) => {
    const input: CallInput<'createTeam'> = {
      teamId: docs.newId(),
      commandId: docs.newId(),
      name,
      displayName,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    return give('create', 'createTeam', input);
  });

  const join = (teamId: string) => {
    const input: CallInput<'joinDemonstration'> = {
      teamId,
      commandId: docs.newId(),
      displayName: getValues('displayName').trim() || user.displayName || 'Guest',
    };
    return give('join', 'joinDemonstration', input);
  };

  return (
    <main className={styles.screen}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Logo size={36} />
          <h1 className={styles.title}>Welcome{user.displayName ? `, ${user.displayName}` : ''}</h1>
          <p className={styles.promise}>
            You are not in a team yet. Start one now; you can invite the others later.
          </p>
        </header>
        <p className={styles.error} role="alert">
          {error}
        </p>
        <form className={styles.form} onSubmit={(event) => void create(event)} noValidate>
          <Field label="Team name" error={formState.errors.name?.message}>
            <TextInput {...register('name')} autoComplete="organization" />
          </Field>
          <Field label="Your name in it" error={formState.errors.displayName?.message}>
            <TextInput {...register('displayName')} autoComplete="name" />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={busy === 'create' && 'Creating your team…'}
          >
            Create team
          </Button>
        </form>
        {demonstrationTeam !== null && (
          <section className={styles.section}>
            <h2 className={styles.divider}>or look around first</h2>
            <Button wide onClick={() => void join(demonstrationTeam)} busy={busy === 'join' && 'Joining…'}>
              Join the demonstration team
            </Button>
          </section>
        )}
        <p className={styles.switch}>
          Signed in as {user.email ?? 'a guest'}.
          <Button variant="quiet" size="small" onClick={() => void auth.signOut()}>
            Sign out
          </Button>
        </p>
      </div>
    </main>
  );
}
