/** The account: its address, its password, and the social accounts and the phone that sign in to it. */
import KeyRound from 'lucide-react/icons/key-round';
import Link2 from 'lucide-react/icons/link-2';
import Mail from 'lucide-react/icons/mail';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ReactNode, useState } from 'react';
import { authToken, type LinkedProvider, type SocialProvider, type User } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { offered } from '#src/data/client/extensions.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#react/ports.tsx';
import { useOfferedProviders } from '#src/data/client/offered-providers.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { GuestAccount } from './guest-account.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useProviderName } from './provider-name.ts';
import { ProveAgain } from './prove-again.tsx';
import { ProvedConfirmDialog } from './proved-confirm-dialog.tsx';
import { notShown, useReauthentication } from './use-reauthentication.ts';
import styles from './two-step.module.css';

const title = 'How you sign in';

export function SignInMethods({ user }: { readonly user: User }) {
  const { passkeys, links, social, linking, mail, phone } = usePort(authToken);
  const [changing, setChanging] = useState<'address' | 'password' | null>(null);
  const others = user.providers.filter(({ providerId }) => providerId !== 'password');
  const password = user.providers.some(({ providerId }) => providerId === 'password');
  const last = user.providers.length <= 1;
  const connectable: readonly SocialProvider[] = useOfferedProviders().map(({ id }) => id);
  if (user.isAnonymous)
    return (
      <Panel title={title} frame="box">
        {linking ? (
          <GuestAccount />
        ) : (
          <p className={styles.muted}>
            You are a guest: this session ends with the tab. This server can’t make it an account: sign out
            and create one.
          </p>
        )}
      </Panel>
    );
  const change = (what: 'address' | 'password', label: string, name: string) => (
    <Button size="small" aria-label={name} onClick={() => setChanging(what)}>
      {label}
    </Button>
  );
  return (
    <Panel title={title} frame="box">
      <ul className={styles.factors}>
        {user.email !== null && (
          <Method
            icon={<Mail className="icon" aria-hidden="true" />}
            name={user.email}
            detail={user.emailVerified ? 'Confirmed' : 'Not confirmed yet'}
          >
            {mail && change('address', 'Change', 'Change the address')}
          </Method>
        )}
        <Method
          icon={<KeyRound className="icon" aria-hidden="true" />}
          name="Password"
          detail={passwordDetail(password, links !== null)}
        >
          {password
            ? change('password', 'Change', 'Change the password')
            : linking && change('password', 'Add', 'Add a password')}
        </Method>
        {others.map((provider) => (
          <Connected key={provider.providerId} user={user} provider={provider} last={last} />
        ))}
        {social !== null &&
          linking !== null &&
          connectable
            .filter((provider) => !others.some(({ providerId }) => providerId === provider))
            .map((provider) => <Connect key={provider} user={user} provider={provider} />)}
      </ul>
      {mail === null && (
        <p className={styles.lacking}>
          This server sends no mail: the address can be neither confirmed nor changed here.
        </p>
      )}
      {passkeys === null && (linking === null || (social === null && phone === null)) && (
        <p className={styles.lacking}>No further way to sign in can be added to an account of this server.</p>
      )}
      {changing === 'address' && <AddressDialog user={user} onClose={() => setChanging(null)} />}
      {changing === 'password' && <PasswordDialog user={user} onClose={() => setChanging(null)} />}
    </Panel>
  );
}

/** An account that signs in by links is listed like one with a password: whether it has one is not known here. */
function passwordDetail(listed: boolean, canLink: boolean): string {
  if (!listed) return 'None: you sign in by other methods';
  return canLink ? 'If you have set one; a link by email signs you in as well' : 'Set';
}

interface MethodProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly detail: ReactNode;
  /** Controls at the end of the row. */
  readonly children: ReactNode;
}

const Method = ({ icon, name, detail, children }: MethodProps) => (
  <li className={styles.factor}>
    {icon}
    <div className={styles.words}>
      <p className={styles.name}>{name}</p>
      <p className={styles.muted}>{detail}</p>
    </div>
    {children}
  </li>
);

interface ConnectedProps {
  readonly user: User;
  readonly provider: LinkedProvider;
  /** The only method of the account. */
  readonly last: boolean;
}

function Connected({ user, provider, last }: ConnectedProps) {
  const { linking } = usePort(authToken);
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const name = useProviderName()(provider.providerId);
  const Icon = provider.providerId === 'phone' ? Smartphone : Link2;
  return (
    <Method
      icon={<Icon className="icon" aria-hidden="true" />}
      name={name}
      detail={provider.phoneNumber ?? provider.email ?? provider.displayName ?? 'Connected'}
    >
      {linking && (
        <Button
          size="small"
          variant="quiet"
          aria-label={`Disconnect ${name}`}
          disabledReason={last && 'It is the only way into your account. Add a password first.'}
          onClick={() => setAsking(true)}
        >
          Disconnect
        </Button>
      )}
      {asking ? (
        <ProvedConfirmDialog
          user={user}
          title={`Disconnect ${name}?`}
          confirmLabel="Disconnect"
          busyLabel="Disconnecting…"
          action={async (auth) => {
            await offered(accountChanges(auth).linking).unlink(provider.providerId);
            toasts.done(`${name} disconnected`);
          }}
          onClose={() => setAsking(false)}
        >
          It no longer signs in to this account. Your other methods stay.
        </ProvedConfirmDialog>
      ) : null}
    </Method>
  );
}

function Connect({ user, provider }: { readonly user: User; readonly provider: SocialProvider }) {
  const toasts = useToasts();
  const name = useProviderName()(provider);
  const reauthentication = useReauthentication();
  const { busy, proving, run, stop } = reauthentication;
  const connect = () =>
    run('connect', async (auth) => {
      try {
        await offered(accountChanges(auth).social).connect({
          provider,
          ...(user.email !== null && { loginHint: user.email }),
        });
        toasts.done(`${name} connected`);
      } catch (error) {
        if (!isPortError(error, ...notShown)) toasts.error(`${name} was not connected`, explain(error));
        throw error;
      }
    });
  return (
    <Method
      icon={<Link2 className="icon" aria-hidden="true" />}
      name={name}
      detail={`Sign in with your ${name} account, too`}
    >
      <Button
        size="small"
        aria-label={`Connect ${name}`}
        busy={busy === 'connect' && `Waiting for ${name}…`}
        onClick={() => void connect()}
      >
        Connect
      </Button>
      <Dialog open={proving} onOpenChange={stop} title="Is it you?">
        <ProveAgain user={user} reauthentication={reauthentication} />
      </Dialog>
    </Method>
  );
}
