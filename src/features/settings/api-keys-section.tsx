/** API keys of the team: making one, its secret once, and the list with last use and revocation. */
import { useState } from 'react';
import type { ApiKey } from '#domain/api-key/schema.ts';
import { apiKeyState } from '#domain/api-key/transitions.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useView } from '#src/data/client/view.ts';
import { useApiKeys } from '#src/data/queries/api-keys.ts';
import { useMayRun, usePeople } from '#src/data/queries/team.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { useClockText } from '#src/ui/clock.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { MadeApiKey } from './api-key-made.tsx';
import styles from './members.module.css';

export function ApiKeysSection() {
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const verdict = useMayRun()('createApiKey');
  return (
    <>
      <Panel title="API keys" frame="box">
        <div className={styles.ways}>
          <p>
            A key lets a program use the HTTP API or the command line of Muster. It acts for the person who
            made it, never beyond their role at that moment, and never in private incidents.
          </p>
          <div>
            <Button
              variant="primary"
              disabledReason={!verdict.allowed && verdict.reason}
              onClick={() => setAdding(true)}
            >
              Create an API key
            </Button>
          </div>
        </div>
      </Panel>
      {made === null ? null : (
        <Panel title="The new key" frame="box">
          <MadeApiKey secret={made} onDone={() => setMade(null)} />
        </Panel>
      )}
      {verdict.allowed ? <KeyList /> : null}
      {adding ? (
        <ApiKeyDialog
          onClose={() => setAdding(false)}
          onMade={(secret) => {
            setAdding(false);
            setMade(secret);
          }}
        />
      ) : null}
    </>
  );
}

function KeyList() {
  const view = useView(useApiKeys());
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const now = Number(useClockText((at) => String(Math.floor(at / 60_000) * 60_000)));
  const keys = (view.data?.items ?? []).map(({ value }) => value);
  const inUse = keys.filter((key) => apiKeyState(key, now) === 'in-use');
  const ended = keys.filter((key) => apiKeyState(key, now) !== 'in-use');
  return (
    <Panel title="Keys" count={view.data === undefined ? undefined : inUse.length} frame="box" flush>
      <QueryView
        view={{ ...view, data: view.data && { ...view.data, items: [...inUse, ...ended] } }}
        failed="The API keys can’t be read"
        loading={<Skeleton label="Loading the API keys" shape="rows" count={2} />}
        empty={<p className={styles.none}>No API key yet.</p>}
      >
        {({ items }) => (
          <ul className={styles.list} aria-label="API keys">
            {items.map((key) => (
              <KeyRow key={key.id} apiKey={key} now={now} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
        )}
      </QueryView>
      {revoking ? <RevokeApiKey apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </Panel>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly now: number;
  readonly onRevoke: () => void;
}

function KeyRow({ apiKey, now, onRevoke }: KeyRowProps) {
  const people = usePeople();
  const verdict = useMayRun()('revokeApiKey');
  const { name, scopes, createdBy, ending, expiresAt, lastUsedAt } = apiKey;
  const state = apiKeyState(apiKey, now);
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {scopes.join(', ')} · for {people.name(createdBy)} · …{ending} ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              used <Ago at={lastUsedAt} />
            </>
          )}
          {state === 'in-use' ? (
            <>
              {' '}
              · until <Time at={expiresAt} form="moment" />
            </>
          ) : null}
        </span>
      </span>
      {state === 'in-use' ? (
        <Button
          size="small"
          aria-label={`Revoke the API key ${name}`}
          disabledReason={!verdict.allowed && verdict.reason}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      ) : (
        <Badge>{state === 'revoked' ? 'Revoked' : 'Expired'}</Badge>
      )}
    </li>
  );
}

function RevokeApiKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const toasts = useToasts();
  const revoke = useDialogCommand('revokeApiKey', {
    close: onClose,
    queued: () => toasts.done('Revoking is queued', 'The key ends when the connection is back.'),
    failedLater: (error) => toasts.error('The API key was not revoked', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke the API key ${apiKey.name}?`}
      confirmLabel="Revoke key"
      danger
      busy={revoke.pending && 'Revoking…'}
      problem={revoke.problem}
      onConfirm={() => revoke.send({ apiKeyId: apiKey.id }, () => toasts.done('API key revoked'))}
    >
      Programs that use it are refused from then on. This can’t be undone: create another key for them.
    </ConfirmDialog>
  );
}
