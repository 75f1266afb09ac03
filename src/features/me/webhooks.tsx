/** My webhooks: services that bring pages to me without a browser, and the test that proves each. */
import Webhook from 'lucide-react/icons/webhook';
import { useState } from 'react';
import type { PersonalWebhook } from '#domain/personal-webhook/schema.ts';
import { isProved } from '#domain/readiness/reachability.ts';
import { wayOfWebhook } from '#domain/personal-webhook/way.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDialogCommand } from '#src/data/client/dialog-command.ts';
import { explain } from '#src/data/client/errors.ts';
import { useNoRequestsReason } from '#src/data/client/outside-requests.ts';
import { useSettings } from '#src/data/client/settings.ts';
import { countOf, useView } from '#src/data/client/view.ts';
import { useMyWebhooks } from '#src/data/queries/my-webhooks.ts';
import { useUnreachableWithout } from '#src/data/queries/unreachable.ts';
import { useWayReach } from '#src/data/queries/way-reach.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';
import { WebhookDialog } from './webhook-dialog.tsx';

export function MyWebhooks() {
  const webhooks = useView(useMyWebhooks());
  const noRequests = useNoRequestsReason();
  /** Null: a new one; undefined: no dialog. */
  const [edited, setEdited] = useState<PersonalWebhook | null | undefined>();
  const count = webhooks.data?.items.length ?? 0;
  if (noRequests !== false && count === 0)
    return (
      <Panel title="Webhooks" frame="box">
        <p className={styles.muted}>
          Pages can also come by ntfy, Gotify, Pushover or a gateway for text messages, but not here.{' '}
          {noRequests}
        </p>
      </Panel>
    );
  return (
    <Panel
      title="Webhooks"
      count={countOf(webhooks, ({ value }) => value.disabledAt === null)}
      frame="box"
      actions={
        <Button
          disabledReason={
            noRequests ||
            (count >= settingsLimits.webhooksPerPerson &&
              `At most ${settingsLimits.webhooksPerPerson}. Remove one that is no longer used.`)
          }
          onClick={() => setEdited(null)}
        >
          Add a webhook
        </Button>
      }
    >
      <p className={styles.intro}>
        Pages by ntfy, Gotify, Pushover or a gateway for text messages: they reach you where no browser does.
      </p>
      <QueryView
        view={webhooks}
        failed="Your webhooks can’t be read"
        loading={<Skeleton label="Loading your webhooks" shape="text" count={1} />}
      >
        {({ items }) =>
          items.length > 0 && (
            <ul className={styles.targets}>
              {items
                .toSorted((one, other) => one.value.createdAt - other.value.createdAt)
                .map(({ value }) => (
                  <WebhookRow key={value.id} webhook={value} onChange={() => setEdited(value)} />
                ))}
            </ul>
          )
        }
      </QueryView>
      {edited === undefined ? null : <WebhookDialog webhook={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

function WebhookRow({
  webhook,
  onChange,
}: {
  readonly webhook: PersonalWebhook;
  readonly onChange: () => void;
}) {
  const { drills } = useSettings();
  const noRequests = useNoRequestsReason();
  const toasts = useToasts();
  const drill = useCommand('drillPersonalWebhook', {
    onSuccess: () => toasts.done('The test is on its way.', 'Acknowledge it to prove the whole path.'),
    onError: (error) => toasts.error('The test could not be sent', explain(error)),
  });
  const found = useWayReach()(wayOfWebhook(webhook));
  const word = webhook.disabledAt === null && webhook.problem !== '' ? 'Failing' : found.word;
  const isGood = isProved(found) && webhook.problem === '';
  return (
    <li className={styles.target}>
      <Webhook className="icon" aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          {webhook.label} <Badge tone={isGood ? 'good' : 'caution'}>{word}</Badge>
        </p>
        <p className={styles.muted}>
          {webhook.host === '' ? 'No address' : `To ${webhook.host}`}.{' '}
          {webhook.problem === '' ? null : `The last message failed: ${webhook.problem} `}
          {webhook.disabledAt === null ? null : 'Nothing more is sent to it until you test it. '}
          {webhook.lastDrillAt === null ? (
            'No test of it was acknowledged yet.'
          ) : (
            <>
              Proved <Time at={webhook.lastDrillAt} />.
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {drills && (
          <Button
            size="small"
            disabledReason={noRequests}
            busy={drill.isPending && 'Sending…'}
            onClick={() => drill.mutate({ webhookId: webhook.id })}
          >
            Send a test
          </Button>
        )}
        <Button size="small" variant="quiet" aria-label={`Change ${webhook.label}`} onClick={onChange}>
          Change
        </Button>
        <RemoveWebhook webhook={webhook} />
      </div>
    </li>
  );
}

function RemoveWebhook({ webhook }: { readonly webhook: PersonalWebhook }) {
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const { id: webhookId, label } = webhook;
  const consequence = useUnreachableWithout(wayOfWebhook(webhook).to);
  const remove = useDialogCommand('removePersonalWebhook', {
    open: asking,
    close: () => setAsking(false),
    queued: () => toasts.done('Removing is queued', 'It is done when the connection is back.'),
    failedLater: (error) => toasts.error(`${label} was not removed`, explain(error)),
  });
  return (
    <>
      <Button size="small" variant="quiet" aria-label={`Remove ${label}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${label}?`}
        confirmLabel="Remove"
        danger
        busy={remove.pending && 'Removing…'}
        problem={remove.problem}
        onConfirm={() => remove.send({ webhookId }, () => toasts.done(`${label} removed`))}
      >
        Pages are no longer sent to it. Its address and keys are erased. {consequence}
      </ConfirmDialog>
    </>
  );
}
