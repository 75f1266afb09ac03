/** Screen of one webhook: what it is sent, its last deliveries, a test, and its removal. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Webhook } from '#domain/webhook/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useNoRequestsReason } from '#src/data/client/outside-requests.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { useWebhooks } from '#src/data/queries/webhooks.ts';
import { EntityView } from '#src/components/entity-view.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DefinitionList, PageHeader, Panel } from '#src/ui/panel.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { ForAdmins } from './for-admins.tsx';
import { MadeSecret } from './made-secret.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { eventGroups, eventNames, formatNames } from './webhook-values.ts';
import styles from './webhooks.module.css';

/** `webhookId`: `new` for one that is added. */
export const WebhookScreen = ({ webhookId }: { readonly webhookId: string }) => (
  <ForAdmins>{webhookId === 'new' ? <NewWebhook /> : <OneWebhook webhookId={webhookId} />}</ForAdmins>
);

function OneWebhook({ webhookId }: { readonly webhookId: string }) {
  const { data, error } = useWebhooks();
  const view = useView({ data, error });
  return (
    <EntityView
      view={view}
      id={webhookId}
      noun="webhook"
      all={{ label: 'All webhooks', href: links.webhooks() }}
    >
      {(webhook) => <WebhookPage key={webhookId} webhook={webhook} />}
    </EntityView>
  );
}

function WebhookPage({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, format, enabled, disabledAt } = webhook;
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  /** The secret of an address that was just saved. */
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div>
      <PageHeader
        title={name}
        description={formatNames[format]}
        actions={<TestButton webhookId={id} isOn={enabled} />}
      />
      <div className={styles.page}>
        {disabledAt === null ? null : (
          <Banner kind="danger">
            It is off because nothing arrived for a day. Mend the receiver, then turn it on under “Change”.
          </Banner>
        )}
        {secret === null ? null : (
          <Panel title="The new signing secret" frame="box">
            <MadeSecret secret={secret} onDone={() => setSecret(null)} />
          </Panel>
        )}
        {editing ? (
          <Panel title="Change the webhook" frame="box">
            <WebhookForm
              webhook={webhook}
              onSaved={(saved) => {
                setSecret(saved.secret);
                setEditing(false);
              }}
              onCancel={() => setEditing(false)}
            />
          </Panel>
        ) : (
          <Panel title="What is sent" frame="box">
            <Overview webhook={webhook} />
            <div className={styles.foot}>
              <Button onClick={() => setEditing(true)}>Change</Button>
              <Button variant="danger" onClick={() => setRemoving(true)}>
                Remove…
              </Button>
            </div>
          </Panel>
        )}
        <WebhookLog webhookId={id} isOn={enabled} />
      </div>
      {removing ? <Removal webhook={webhook} onClose={() => setRemoving(false)} /> : null}
    </div>
  );
}

function Overview({ webhook }: { readonly webhook: Webhook }) {
  const { host, format, enabled, events, serviceIds, severities } = webhook;
  const services = useServices().data?.items ?? [];
  const names = serviceIds.map(
    (id) => services.find(({ value }) => value.id === id)?.value.name ?? 'A service that is gone',
  );
  return (
    <DefinitionList
      items={[
        { term: 'Receiver', value: `${host} (its address is not shown)` },
        { term: 'State', value: enabled ? 'On' : 'Off' },
        ...eventGroups(format).map(({ name, types }) => ({
          term: name,
          value:
            types
              .filter((type) => events.includes(type))
              .map((type) => eventNames[type])
              .join(', ') || 'Nothing',
        })),
        { term: 'Services', value: names.length === 0 ? 'All' : names.join(', ') },
        { term: 'Severities', value: severities.length === 0 ? 'All' : severities.join(', ') },
      ]}
    />
  );
}

function TestButton({ webhookId, isOn }: { readonly webhookId: string; readonly isOn: boolean }) {
  const noRequests = useNoRequestsReason();
  const toasts = useToasts();
  const send = useCommand('tryWebhook', {
    onSuccess: () => toasts.done('The test is on its way', 'What became of it is in the deliveries.'),
    onError: (error) => toasts.error('The test was not sent', explain(error)),
  });
  return (
    <Button
      disabledReason={noRequests || (!isOn && 'It is off. Turn it on first.')}
      busy={send.isPending && !send.isPaused && 'Sending…'}
      onClick={() => send.mutate({ webhookId })}
    >
      Send a test message
    </Button>
  );
}

interface RemovalProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function Removal({ webhook: { id, name }, onClose }: RemovalProps) {
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const remove = useDialogCommand('removeWebhook', {
    close: onClose,
    queued: () => toasts.done('Removing is queued', 'It is made when the connection is back.'),
    failedLater: (error) => toasts.error('The webhook was not removed', explain(error)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove ${name}?`}
      confirmLabel="Remove webhook"
      danger
      busy={remove.pending && 'Removing…'}
      problem={remove.problem}
      onConfirm={() =>
        remove.send({ webhookId: id }, () => {
          toasts.done('Webhook removed');
          navigate(links.webhooks());
        })
      }
    >
      Nothing more is sent to it, not even what waits. Its address and secret are forgotten.
    </ConfirmDialog>
  );
}
