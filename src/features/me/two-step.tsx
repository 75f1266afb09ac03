/** A second step at sign-in: what is set up, adding one, taking one away, and why it can't be had where it can't. */
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import { authToken, type EnrolledFactor, type FactorKind, type User } from '#ports/auth/auth.ts';
import { offered } from '#src/data/client/extensions.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { usePort } from '#react/ports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { AddApp } from './add-app.tsx';
import { AddPhone } from './add-phone.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { ProvedConfirmDialog } from './proved-confirm-dialog.tsx';
import { RecoveryCodesPanel } from './recovery-codes.tsx';
import styles from './two-step.module.css';

const title = 'Two-step sign-in';

export function TwoStep({ user }: { readonly user: User }) {
  const { factors: offers } = usePort(authToken);
  const [adding, setAdding] = useState<FactorKind | null>(null);
  const [offered, setOffered] = useState(false);
  const toasts = useToasts();
  const { factors } = user;
  if (!offers?.totp && !offers?.sms)
    return (
      <Panel title={title} frame="box">
        <p className={styles.muted}>
          This server has no second step: whoever knows your password can sign in as you.
        </p>
      </Panel>
    );
  if (user.email === null || user.isAnonymous)
    return (
      <Panel title={title} frame="box">
        <p className={styles.muted}>
          A second step goes with an address and a password or a social account. Sign in with one of these to
          add it.
        </p>
      </Panel>
    );
  if (!user.emailVerified)
    return (
      <Panel title={title} frame="box">
        <ConfirmAddress email={user.email} />
      </Panel>
    );

  const choices = [
    ...(offers.totp
      ? [
          {
            id: 'totp',
            label: 'Authenticator app',
            icon: <KeyRound className="icon" />,
            kind: 'totp' as const,
          },
        ]
      : []),
    ...(offers.sms
      ? [{ id: 'phone', label: 'Phone', icon: <Smartphone className="icon" />, kind: 'phone' as const }]
      : []),
  ];
  const props = {
    user,
    onClose: () => setAdding(null),
    onAdded: (name: string) => {
      setAdding(null);
      setOffered(true);
      toasts.done(
        `${name} added`,
        'Your other sessions have ended. A message about it went to your address.',
      );
    },
  };

  return (
    <Panel
      title={title}
      count={factors.length === 0 ? undefined : factors.length}
      frame="box"
      actions={
        factors.length > 0 && (
          <Menu
            align="end"
            trigger={
              <Button size="small" icon={<Plus className="icon" />}>
                Add
              </Button>
            }
            sections={[
              {
                items: choices.map(({ kind, ...item }) => ({ ...item, onSelect: () => setAdding(kind) })),
              },
            ]}
          />
        )
      }
    >
      {factors.length === 0 ? (
        <div className={styles.none}>
          <div className={styles.words}>
            <p className={styles.name}>Your password alone opens your account</p>
            <p className={styles.muted}>With a second step, whoever learns it still can’t get in.</p>
          </div>
          <div className={styles.actions}>
            {choices.map(({ id, label, icon, kind }) => (
              <Button key={id} icon={icon} onClick={() => setAdding(kind)}>
                {kind === 'totp' ? 'Add an authenticator app' : `Add a ${label.toLowerCase()}`}
              </Button>
            ))}
          </div>
        </div>
      ) : (
        <>
          <ul className={styles.factors}>
            {factors.map((factor) => (
              <Factor key={factor.id} user={user} factor={factor} last={factors.length === 1} />
            ))}
          </ul>
          <RecoveryCodesPanel user={user} offered={offered} onOfferClosed={() => setOffered(false)} />
        </>
      )}
      {adding === 'totp' && <AddApp {...props} />}
      {adding === 'phone' && <AddPhone {...props} />}
    </Panel>
  );
}

interface FactorProps {
  readonly user: User;
  readonly factor: EnrolledFactor;
  /** The only one of the account. */
  readonly last: boolean;
}

function Factor({ user, factor, last }: FactorProps) {
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const name = factor.displayName ?? (factor.kind === 'totp' ? 'Authenticator app' : 'Phone');
  return (
    <li className={styles.factor}>
      {factor.kind === 'totp' ? (
        <KeyRound className="icon" aria-hidden="true" />
      ) : (
        <Smartphone className="icon" aria-hidden="true" />
      )}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>
          {factor.kind === 'totp' ? 'Shows codes' : `Codes go to ${factor.phoneHint ?? 'your phone'}`} · added{' '}
          <Time at={factor.enrolledAt} />
        </p>
      </div>
      <Button size="small" variant="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {asking ? (
        <ProvedConfirmDialog
          user={user}
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          busyLabel="Removing…"
          action={async (auth) => {
            await offered(accountChanges(auth).factors).unenroll(factor.id);
            toasts.done(`${name} removed`);
          }}
          onClose={() => setAsking(false)}
        >
          {last
            ? 'Signing in asks for your password alone then.'
            : 'Signing in still asks for one of the others.'}
        </ProvedConfirmDialog>
      ) : null}
    </li>
  );
}
