/** The account: its address, its password, and the social accounts and the phone that sign in to it. */
import { useMutation } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Link2 from 'lucide-react/icons/link-2';
import Mail from 'lucide-react/icons/mail';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ReactNode, useState } from 'react';
import { authToken, type LinkedProvider, type SocialProvider, type User } from '#ports/auth/auth.ts';
import { isPortError } from '#ports/errors.ts';
import { explain } from '#src/data/client/errors.ts';
import { useCapability, usePort } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { GuestAccount } from './guest-account.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useProviderName } from './provider-name.ts';
import styles from './two-step.module.css';

const title = 'How you sign in';

export function SignInMethods({ user }: { readonly user: User }) {
  const canSocial = useCapability('auth.social');
  const [changing, setChanging] = useState<'address' | 'password' | null>(null);
  const others = user.providers.filter(({ providerId }) => providerId !== 'password');
  const password = user.providers.some(({ providerId }) => providerId === 'password');
  const last = user.providers.length <= 1;
  const { signInProviders } = useSettings();
  const connectable: readonly SocialProvider[] = ['google.com', ...signInProviders.map(({ id }) => id)];
  if (user.isAnonymous)
    return (
      <Panel title={title} frame="box">
        <GuestAccount />
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
            {change('address', 'Change', 'Change the address')}
          </Method>
        )}
        <Method
          icon={<KeyRound className="icon" aria-hidden="true" />}
          name="Password"
          detail={password ? 'Set' : 'None: you sign in by other methods'}
        >
          {password
            ? change('password', 'Change', 'Change the password')
            : change('password', 'Add', 'Add a password')}
        </Method>
        {others.map((provider) => (
          <Connected key={provider.providerId} provider={provider} last={last} />
        ))}
        {canSocial &&
          connectable
            .filter((provider) => !others.some(({ providerId }) => providerId === provider))
            .map((provider) => <Connect key={provider} user={user} provider={provider} />)}
      </ul>
      {changing === 'address' && <AddressDialog user={user} onClose={() => setChanging(null)} />}
      {changing === 'password' && <PasswordDialog user={user} onClose={() => setChanging(null)} />}
    </Panel>
  );
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

function Connected({ provider, last }: { readonly provider: LinkedProvider; readonly last: boolean }) {
  const auth = usePort(authToken);
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const name = useProviderName()(provider.providerId);
  const remove = useMutation({
    mutationFn: () => auth.unlink(provider.providerId),
    networkMode: 'always',
    onSuccess: () => toasts.done(`${name} disconnected`),
  });
  const Icon = provider.providerId === 'phone' ? Smartphone : Link2;
  return (
    <Method
      icon={<Icon className="icon" aria-hidden="true" />}
      name={name}
      detail={provider.phoneNumber ?? provider.email ?? provider.displayName ?? 'Connected'}
    >
      <Button
        size="small"
        variant="quiet"
        aria-label={`Disconnect ${name}`}
        disabledReason={last && 'It is the only way into your account. Add a password first.'}
        onClick={() => {
          remove.reset();
          setAsking(true);
        }}
      >
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Disconnect ${name}?`}
        confirmLabel="Disconnect"
        danger
        busy={remove.isPending && 'Disconnecting…'}
        problem={remove.error && explain(remove.error)}
        onConfirm={() => remove.mutate()}
      >
        It no longer signs in to this account. Your other methods stay.
      </ConfirmDialog>
    </Method>
  );
}

function Connect({ user, provider }: { readonly user: User; readonly provider: SocialProvider }) {
  const auth = usePort(authToken);
  const toasts = useToasts();
  const name = useProviderName()(provider);
  const connect = useMutation({
    mutationFn: () =>
      auth.signInWithProvider({
        provider,
        purpose: 'link',
        ...(user.email !== null && { loginHint: user.email }),
      }),
    networkMode: 'always',
    onSuccess: () => toasts.done(`${name} connected`),
    onError: (error) => {
      // Closing the popup is the person's own choice.
      if (!isPortError(error, 'auth/popup-closed-by-user', 'auth/cancelled-popup-request'))
        toasts.error(`${name} was not connected`, explain(error));
    },
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
        busy={connect.isPending && `Waiting for ${name}…`}
        onClick={() => connect.mutate()}
      >
        Connect
      </Button>
    </Method>
  );
}
