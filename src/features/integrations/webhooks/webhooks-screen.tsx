/** Screen of the team's webhooks and chat rooms. */
import Plug from 'lucide-react/icons/plug';
import type { Webhook } from '#domain/webhook/schema.ts';
import { useNoRequestsReason } from '#src/data/client/outside-requests.ts';
import { useView } from '#src/data/client/view.ts';
import { links } from '#src/data/links.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { useWebhooks } from '#src/data/queries/webhooks.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { List, Row } from '#src/ui/list.tsx';
import { PageHeader } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ForAdmins } from './for-admins.tsx';
import { SlackCommands } from './slack-commands.tsx';
import { formatNames } from './webhook-values.ts';
import styles from './webhooks.module.css';

export const WebhooksScreen = () => (
  <ForAdmins>
    <Webhooks />
  </ForAdmins>
);

function Webhooks() {
  const { data, error } = useWebhooks();
  const view = useView({ data, error });
  const noRequests = useNoRequestsReason();
  return (
    <div>
      <PageHeader
        title="Webhooks and chat rooms"
        description="Programs and rooms that are told of incidents, alerts and pages. Private incidents are never sent."
        actions={view.data?.items.length === 0 ? undefined : <AddWebhook />}
      />
      {noRequests === false ? null : (
        <div className={styles.page}>
          <Banner kind="info">{noRequests}</Banner>
        </div>
      )}
      <div className={styles.list}>
        <QueryView
          view={view}
          failed="The webhooks can’t be read"
          loading={<Skeleton label="Loading the webhooks" shape="rows" count={4} />}
          empty={
            <EmptyState icon={<Plug className="icon" />} title="No webhooks yet" action={<AddWebhook />}>
              A webhook sends each change to a program of yours, or to a room in Slack, Mattermost,
              Rocket.Chat, Discord, Teams or Matrix.
            </EmptyState>
          }
          size="screen"
        >
          {({ items }) => (
            <List
              label="Webhooks"
              items={items.map(({ value }) => value)}
              getKey={({ id }) => id}
              getHref={({ id }) => links.webhook(id)}
              getTone={({ enabled }) => (enabled ? undefined : 'muted')}
              renderRow={(webhook) => <WebhookRow webhook={webhook} />}
            />
          )}
        </QueryView>
      </div>
      <div className={styles.page}>
        <SlackCommands />
      </div>
    </div>
  );
}

function AddWebhook() {
  const verdict = useMayRun()('saveWebhook');
  return verdict.allowed ? (
    <Link href={links.newWebhook()} look="primary">
      Add a webhook
    </Link>
  ) : null;
}

const WebhookRow = ({
  webhook: { name, format, host, enabled, disabledAt },
}: {
  readonly webhook: Webhook;
}) => (
  <Row
    title={name}
    detail={`${formatNames[format]} · ${host}`}
    status={
      disabledAt !== null ? (
        <Badge tone="danger">Disabled: it failed for a day</Badge>
      ) : enabled ? null : (
        <Badge>Off</Badge>
      )
    }
    when={null}
  />
);
