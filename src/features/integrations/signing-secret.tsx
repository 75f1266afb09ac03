/** The secret with which a sender signs its messages: set, replaced and removed by admins. Nothing shows it once it is saved. */
import { useState } from 'react';
import * as v from 'valibot';
import { type Integration, signingSecretSchema } from '#domain/integration/schema.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './integrations.module.css';
import { randomHex } from './senders.ts';

interface SigningSecretProps {
  readonly integration: Integration;
  readonly disabledReason: string | false;
}

export function SigningSecret({ integration, disabledReason }: SigningSecretProps) {
  const { signatureSetAt = null } = integration;
  const [dialog, setDialog] = useState<'set' | 'remove' | null>(null);
  const close = () => setDialog(null);
  // A command that waits is stored in this browser, and the secret with it.
  const offline = useConnected() === false && 'Only while connected: a secret is not stored in this browser.';
  const reason = disabledReason || offline;
  return (
    <Panel title="Signature" frame="box">
      {signatureSetAt === null ? (
        <p>Messages are taken with the key alone. With a secret, only those that Grafana has signed are.</p>
      ) : (
        <p>
          Only messages signed with the secret of <Time at={signatureSetAt} form="moment" /> are taken.
        </p>
      )}
      <div className={styles.foot}>
        <Button disabledReason={reason} onClick={() => setDialog('set')}>
          {signatureSetAt === null ? 'Set a secret…' : 'Replace the secret…'}
        </Button>
        {signatureSetAt === null ? null : (
          <Button disabledReason={reason} onClick={() => setDialog('remove')}>
            Remove the secret…
          </Button>
        )}
      </div>
      {dialog === 'set' ? <SetSecret integration={integration} onClose={close} /> : null}
      {dialog === 'remove' ? <RemoveSecret integration={integration} onClose={close} /> : null}
    </Panel>
  );
}

interface SecretDialogProps {
  readonly integration: Integration;
  readonly onClose: () => void;
}

function SetSecret({ integration: { id, name, revision }, onClose }: SecretDialogProps) {
  const [secret, setSecret] = useState(() => randomHex(32));
  const [fault, setFault] = useState<string | undefined>(undefined);
  const command = useSecretCommand(onClose);
  const toasts = useToasts();
  const submit = () => {
    const checked = v.safeParse(signingSecretSchema, secret);
    setFault(checked.success ? undefined : checked.issues[0].message);
    if (checked.success)
      command.send({ integrationId: id, secret, expectedRevision: revision }, () =>
        toasts.done('Secret saved', 'From now on only signed messages are taken.'),
      );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`The signing secret of ${name}`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={command.pending && 'Saving…'}>
            Save the secret
          </Button>
        </>
      }
    >
      <Field
        label="Secret"
        error={fault}
        hint="Drawn by this browser; put in the one that Grafana has, if there is one. It is not shown again."
      >
        <TextInput
          value={secret}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      <CopyButton text={secret} label="Copy the secret" />
      <p>
        In Grafana’s contact point, under HMAC signature: this secret, X-Grafana-Alerting-Signature as its
        header and X-Grafana-Alerting-Timestamp as the header of the time. From the moment that it is saved,
        messages without a good signature are refused.
      </p>
      <ProblemText text={command.problem} />
    </Dialog>
  );
}

function RemoveSecret({ integration: { id, name, revision }, onClose }: SecretDialogProps) {
  const command = useSecretCommand(onClose);
  const toasts = useToasts();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove the signing secret of ${name}?`}
      confirmLabel="Remove the secret"
      danger
      busy={command.pending && 'Removing…'}
      problem={command.problem}
      onConfirm={() =>
        command.send({ integrationId: id, secret: null, expectedRevision: revision }, () =>
          toasts.done('Secret removed'),
        )
      }
    >
      Its messages are then taken with the key alone, signed or not.
    </ConfirmDialog>
  );
}

function useSecretCommand(close: () => void) {
  const toasts = useToasts();
  return useDialogCommand('setSigningSecret', {
    close,
    queued: () => toasts.done('The change is queued', 'It is made when the connection is back.'),
    failedLater: (error) => toasts.error('The signing secret was not changed', explain(error)),
  });
}
