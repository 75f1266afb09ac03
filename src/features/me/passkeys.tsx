/** Passkeys of the account: those that are there, adding one, its name, and taking one away. */
import Fingerprint from 'lucide-react/icons/fingerprint-pattern';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { authToken, type Passkey, type User } from '#ports/auth/auth.ts';
import { accountChanges } from '#src/data/client/account-changes.ts';
import { offered } from '#src/data/client/extensions.ts';
import { explainPasskey } from '#src/data/client/passkey-errors.ts';
import { usePasskeys, useRereadPasskeys } from '#src/data/queries/passkeys.ts';
import { usePort } from '#react/ports.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { AddPasskey, RenamePasskey } from './passkey-dialogs.tsx';
import { ProvedConfirmDialog } from './proved-confirm-dialog.tsx';
import styles from './two-step.module.css';

/** Nothing where the backend, or this browser, has none. */
export function PasskeysPanel({ user }: { readonly user: User }) {
  const { passkeys: port } = usePort(authToken);
  const { data, error, refetch } = usePasskeys(user.uid);
  const [adding, setAdding] = useState(false);
  if (!port || user.isAnonymous) return null;
  const full = data !== undefined && data.length >= port.mostPerAccount;
  return (
    <Panel
      title="Passkeys"
      count={data === undefined || data.length === 0 ? undefined : data.length}
      frame="box"
      actions={
        data !== undefined && (
          <Button
            size="small"
            icon={<Plus className="icon" />}
            aria-label="Add a passkey"
            disabledReason={full && `An account can have ${port.mostPerAccount} passkeys. Remove one first.`}
            onClick={() => setAdding(true)}
          >
            Add
          </Button>
        )
      }
    >
      {error !== null && data === undefined ? (
        <QueryProblem
          title="Your passkeys can’t be read"
          failure={{ meaning: explainPasskey(error), retry: () => void refetch() }}
        />
      ) : data === undefined ? (
        <Waiting>Reading your passkeys…</Waiting>
      ) : data.length === 0 ? (
        <p className={styles.muted}>
          A passkey signs you in with the lock of your device, a fingerprint for example: without an address,
          a password or a second step.
        </p>
      ) : (
        <ul className={styles.factors}>
          {data.map((passkey) => (
            <Row
              key={passkey.id}
              user={user}
              passkey={passkey}
              last={data.length === 1 && user.providers.length === 0}
            />
          ))}
        </ul>
      )}
      {adding && <AddPasskey user={user} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

interface RowProps {
  readonly user: User;
  readonly passkey: Passkey;
  /** The only way to sign in to the account. */
  readonly last: boolean;
}

function Row({ user, passkey, last }: RowProps) {
  const toasts = useToasts();
  const reread = useRereadPasskeys(user.uid);
  const [asking, setAsking] = useState<'rename' | 'remove' | null>(null);
  const { id, name, createdAt, lastUsedAt } = passkey;
  const close = () => setAsking(null);
  return (
    <li className={styles.factor}>
      <Fingerprint className="icon" aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>
          Added <Time at={createdAt} />
          {lastUsedAt === null ? ' · not used yet' : ' · last used '}
          {lastUsedAt !== null && <Time at={lastUsedAt} />}
        </p>
      </div>
      <Button size="small" variant="quiet" aria-label={`Rename ${name}`} onClick={() => setAsking('rename')}>
        Rename
      </Button>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Remove ${name}`}
        disabledReason={last && 'It is the only way into your account. Add a password first.'}
        onClick={() => setAsking('remove')}
      >
        Remove
      </Button>
      {asking === 'rename' && <RenamePasskey user={user} passkey={passkey} onClose={close} />}
      {asking === 'remove' ? (
        <ProvedConfirmDialog
          user={user}
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          busyLabel="Removing…"
          explainError={explainPasskey}
          action={async (auth) => {
            await offered(accountChanges(auth).passkeys).remove(id);
            toasts.done(`${name} removed`);
            await reread();
          }}
          onClose={close}
        >
          It no longer signs in to this account, and sessions that it began on other devices end. Remove it in
          your device’s list of passkeys, too.
        </ProvedConfirmDialog>
      ) : null}
    </li>
  );
}
