/** The last deliveries of a webhook, and what became of each. Not their content: it may have become private. */
import type { WebhookDelivery } from '#domain/webhook/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useNoRequestsReason } from '#src/data/client/outside-requests.ts';
import { useView } from '#src/data/client/view.ts';
import { useWebhookDeliveries } from '#src/data/queries/webhooks.ts';
import { Badge, type BadgeProps } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Ago, Time } from '#src/ui/time.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { deliveryLabel } from './webhook-values.ts';
import styles from './webhooks.module.css';

interface WebhookLogProps {
  readonly webhookId: string;
  readonly isOn: boolean;
}

export function WebhookLog({ webhookId, isOn }: WebhookLogProps) {
  const view = useView(useWebhookDeliveries(webhookId));
  return (
    <Panel title="Last deliveries" frame="box">
      <QueryView
        view={view}
        failed="The deliveries can’t be read"
        loading={<Skeleton label="Loading the deliveries" shape="text" count={3} />}
        empty={<p>Nothing was sent in the last week.</p>}
      >
        {({ items }) => (
          <ul className={styles.log} aria-label="Last deliveries">
            {items.map(({ value }) => (
              <Delivery key={value.id} delivery={value} isOn={isOn} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

const statuses: Readonly<
  Record<WebhookDelivery['status'], { readonly label: string; readonly tone: BadgeProps['tone'] }>
> = {
  waiting: { label: 'Waits', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  dropped: { label: 'Not sent', tone: 'neutral' },
};

function Delivery({ delivery, isOn }: { readonly delivery: WebhookDelivery; readonly isOn: boolean }) {
  const { status, createdAt, attempts, problem, dueAt } = delivery;
  const { label, tone = 'neutral' } = statuses[status];
  const isTried = status === 'waiting' && attempts > 0;
  return (
    <li>
      <div className={styles.delivery}>
        <span>{deliveryLabel(delivery)}</span>
        <Badge tone={isTried ? 'caution' : tone}>{label}</Badge>
        <Ago at={createdAt} />
      </div>
      {problem === '' ? null : <span className={styles.problem}>{problem}</span>}
      {isTried && dueAt !== null ? (
        <span className={styles.problem}>
          {`Tried ${attempts === 1 ? 'once' : `${attempts.toLocaleString('en')} times`}. Next: `}
          <Time at={dueAt} form="moment" />.
        </span>
      ) : null}
      {status === 'waiting' ? null : <Redelivery delivery={delivery} isOn={isOn} />}
    </li>
  );
}

function Redelivery({ delivery, isOn }: { readonly delivery: WebhookDelivery; readonly isOn: boolean }) {
  const noRequests = useNoRequestsReason();
  const toasts = useToasts();
  const send = useCommand('redeliverWebhook', {
    onError: (error) => toasts.error('The event was not sent again', explain(error)),
  });
  return (
    <div>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Send again: ${deliveryLabel(delivery)}`}
        disabledReason={noRequests || (!isOn && 'The webhook is off.')}
        busy={send.isPending && !send.isPaused && 'Sending…'}
        onClick={() => send.mutate({ deliveryId: delivery.id })}
      >
        Send again
      </Button>
    </div>
  );
}
