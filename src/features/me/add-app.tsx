/** Setup of an authenticator app: a picture to scan or a key to type, and the code that the app then shows. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import ExternalLink from 'lucide-react/icons/external-link';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as v from 'valibot';
import type { TotpEnrollment, User } from '#ports/auth/auth.ts';
import { offered } from '#src/data/client/extensions.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { useAuthenticatorCode } from '#src/data/queries/rehearsal.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Link } from '#src/ui/link.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QrCode } from '#src/ui/qr-code.tsx';
import { RehearsalCode } from '#src/components/rehearsal-note.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { ProveAgain } from './prove-again.tsx';
import styles from './two-step.module.css';
import { useReauthentication } from './use-reauthentication.ts';

export interface AddFactorProps {
  readonly user: User;
  onClose(): void;
  onAdded(name: string): void;
}

export function AddApp({ user, onClose, onAdded }: AddFactorProps) {
  const reauthentication = useReauthentication();
  const [setup, setSetup] = useState<TotpEnrollment | null>(null);
  const begin = () =>
    void reauthentication.run('begin', async (auth) => {
      setSetup(await offered(accountChanges(auth).factors?.totp).start());
    });
  const beginOnce = useEffectEvent(begin);
  useEffect(() => beginOnce(), []);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={setup && !reauthentication.proving ? 'wide' : 'normal'}
      title={reauthentication.proving ? 'Is it you?' : 'Add an authenticator app'}
      description={
        reauthentication.proving
          ? undefined
          : 'Signing in then asks for a code from the app, besides your password.'
      }
    >
      {reauthentication.proving ? (
        <ProveAgain user={user} reauthentication={reauthentication} />
      ) : setup ? (
        <Setup
          key={setup.sessionId}
          setup={setup}
          busy={reauthentication.busy === 'finish'}
          problem={reauthentication.problem}
          onFinish={(code, name) =>
            void reauthentication.run('finish', async (auth) => {
              await offered(accountChanges(auth).factors?.totp).finish(setup.sessionId, code, name);
              onAdded(name);
            })
          }
          onRestart={begin}
          onClose={onClose}
        />
      ) : reauthentication.problem === null ? (
        <Waiting>Preparing a key…</Waiting>
      ) : (
        <>
          <ProblemText text={reauthentication.problem} />
          <Button wide onClick={begin}>
            Try again
          </Button>
        </>
      )}
    </Dialog>
  );
}

interface SetupProps {
  readonly setup: TotpEnrollment;
  readonly busy: boolean;
  readonly problem: string | null;
  onFinish(code: string, name: string): void;
  onRestart(): void;
  onClose(): void;
}

const defaultName = 'Authenticator app';
const appForm = v.object({ code: v.pipe(v.string(), v.length(6)), name: v.pipe(v.string(), v.trim()) });

function Setup({ setup, busy, problem, onFinish, onRestart, onClose }: SetupProps) {
  const { control, register, handleSubmit } = useForm({
    resolver: valibotResolver(appForm),
    defaultValues: { code: '', name: defaultName },
  });
  const { field: code } = useController({ control, name: 'code' });
  const rehearsed = useAuthenticatorCode(({ secret }) => secret === setup.secret);
  const groups = setup.secret.match(/.{1,4}/g) ?? [];

  return (
    <form
      className={styles.setup}
      noValidate
      onSubmit={handleSubmit((fields) => onFinish(fields.code, fields.name || defaultName))}
    >
      <section className={styles.key} aria-labelledby="scan-step">
        <h3 id="scan-step" className={styles.step}>
          1. Scan this with the app
        </h3>
        <QrCode text={setup.uri} label="QR code that gives your authenticator app its key" />
        <Link href={setup.uri} look="text" className={styles.open}>
          <ExternalLink className="icon" aria-hidden="true" />
          Open in an app on this device
        </Link>
        <p className={styles.muted}>Or type this key into it:</p>
        <p className={styles.secret}>
          <code>
            {groups.map((group, index) => (
              // Two groups of one key may be alike; their places are not.
              <span key={`${index} ${group}`}>{group}</span>
            ))}
          </code>
          <CopyButton text={setup.secret} label="Copy key" />
        </p>
      </section>
      <section className={styles.prove} aria-labelledby="code-step">
        <h3 id="code-step" className={styles.step}>
          2. Type what it shows
        </h3>
        {rehearsed !== null && <RehearsalCode code={rehearsed} onUse={code.onChange} />}
        <CodeField value={code.value} onChange={code.onChange} hint="Six digits, new every half minute." />
        <Field label="Name" hint="To tell it from others you may add.">
          <TextInput {...register('name')} maxLength={40} />
        </Field>
        <ProblemText text={problem} />
        <div className={styles.end}>
          {problem !== null && (
            <Button variant="quiet" onClick={onRestart}>
              Start again
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy && 'Checking…'}
            disabledReason={code.value.length < 6 && 'Type all six digits.'}
          >
            Add app
          </Button>
        </div>
      </section>
    </form>
  );
}
