/** Slack's slash command and buttons: connected, connected anew and disconnected by admins. The signing secret is shown to nobody again. */
import { useState } from 'react';
import * as v from 'valibot';
import { signingSecretSchema } from '#domain/integration/schema.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useView } from '#src/data/client/view.ts';
import { useSlackApp } from '#src/data/queries/slack.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './webhooks.module.css';

export function SlackCommands() {
  const { data, failure } = useView(useSlackApp());
  const view = {
    data: data === undefined ? undefined : { items: data === null ? [] : [data.value] },
    failure,
  };
  const inBrowser = useControl() !== null;
  const [dialog, setDialog] = useState<'connect' | 'disconnect' | null>(null);
  const close = () => setDialog(null);
  // A command that waits is stored in this browser, and the secret with it.
  const offline = useConnected() === false && 'Only while connected: a secret is not stored in this browser.';
  return (
    <Panel title="Commands and buttons in Slack" frame="box">
      <QueryView
        view={view}
        failed="What is taken from Slack can’t be read"
        loading={<Skeleton label="Loading what is taken from Slack" shape="text" count={1} />}
      >
        {({ items: [app] }) => (
          <div className={styles.form}>
            <p>
              Members declare, acknowledge and look who is on call with <code>/muster</code> in Slack, and by
              buttons in messages of incidents. Private incidents are never reached from there.
            </p>
            {inBrowser ? (
              <Banner kind="info">
                This demonstration runs in your browser: nothing reaches it from Slack.
              </Banner>
            ) : null}
            {app === undefined ? null : (
              <p>
                Connected since <Time at={app.createdAt} form="moment" />. Each member links their Slack user
                on their profile.
              </p>
            )}
            <div className={styles.foot}>
              <Button disabledReason={offline} onClick={() => setDialog('connect')}>
                {app === undefined ? 'Connect Slack…' : 'Replace the signing secret…'}
              </Button>
              {app === undefined ? null : (
                <Button disabledReason={offline} onClick={() => setDialog('disconnect')}>
                  Disconnect Slack…
                </Button>
              )}
            </div>
          </div>
        )}
      </QueryView>
      {dialog === 'connect' ? <Connect onClose={close} /> : null}
      {dialog === 'disconnect' ? <Disconnect onClose={close} /> : null}
    </Panel>
  );
}

function Connect({ onClose }: { readonly onClose: () => void }) {
  const { team } = useTeam();
  const toasts = useToasts();
  const [signingSecret, setSecret] = useState('');
  const [fault, setFault] = useState<string | undefined>(undefined);
  const { origin } = globalThis.location;
  const address = `${origin}/in/slack/${team.id}`;
  const command = useDialogCommand('saveSlackApp', {
    close: onClose,
    queued: () => toasts.done('The change is queued', 'It is made when the connection is back.'),
    failedLater: (error) => toasts.error('Slack was not connected', explain(error)),
  });
  const submit = () => {
    const checked = v.safeParse(signingSecretSchema, signingSecret.trim());
    setFault(checked.success ? undefined : checked.issues[0].message);
    if (checked.success)
      command.send({ signingSecret: checked.output, linkOrigin: origin }, () =>
        toasts.done('Slack is connected', 'Link your Slack user on your profile, then try /muster help.'),
      );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Connect Slack"
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
      <p>
        Make an app for your workspace at api.slack.com/apps. Give it a slash command <code>/muster</code>,
        turn on interactivity, and enter this address as the Request URL of both. Rooms whose messages should
        have buttons use an incoming webhook of the same app.
      </p>
      <div className={styles.secret}>
        <code>{address}</code>
        <CopyButton text={address} label="Copy the address" />
      </div>
      <Field
        label="Signing secret"
        error={fault}
        hint="Of the app, under Basic Information. It is not shown again."
      >
        <TextInput
          type="password"
          value={signingSecret}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSecret(event.target.value)}
        />
      </Field>
      <ProblemText text={command.problem} />
    </Dialog>
  );
}

function Disconnect({ onClose }: { readonly onClose: () => void }) {
  const toasts = useToasts();
  const command = useDialogCommand('saveSlackApp', {
    close: onClose,
    queued: () => toasts.done('The change is queued', 'It is made when the connection is back.'),
    failedLater: (error) => toasts.error('Slack was not disconnected', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Disconnect Slack?"
      confirmLabel="Disconnect Slack"
      danger
      busy={command.pending && 'Disconnecting…'}
      problem={command.problem}
      onConfirm={() =>
        command.send({ signingSecret: null, linkOrigin: globalThis.location.origin }, () =>
          toasts.done('Slack is disconnected'),
        )
      }
    >
      Commands and buttons from Slack are taken no more, and the signing secret is erased. Rooms are told of
      incidents as before.
    </ConfirmDialog>
  );
}
