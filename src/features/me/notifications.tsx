/** The reader's own notification rules: what happens to a page, and the form that changes it. */
import { useState } from 'react';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useView } from '#src/data/client/view.ts';
import { useNotificationRules } from '#src/data/queries/notification-rules.ts';
import { useMessagesOffered } from '#src/data/queries/messages-offered.ts';
import { useMyWays } from '#src/data/queries/my-ways.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { NotificationPlan, type NotificationPlanProps } from '#src/components/notification-plan.tsx';
import { type NotificationContent, notificationFormOptions } from '#src/components/notification-values.ts';
import { Button } from '#src/ui/button.tsx';
import { useZones } from '#src/ui/clock.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import type { NotificationRules } from '#domain/notification/schema.ts';
import styles from './me.module.css';
import { notificationRulesForm } from './notification-rules-part.ts';

export function MyNotifications() {
  const { me } = useTeam();
  const { data, failure } = useView(useNotificationRules(me.id));
  const [editing, setEditing] = useState(false);
  const { ways } = useMyWays();
  const offered = useMessagesOffered();
  if (!offered && !ways?.some(({ to }) => to.channel !== 'push'))
    return (
      <Panel title="Notifications" frame="box">
        <p className={styles.intro}>There is nothing to choose: this server sends no notifications.</p>
      </Panel>
    );
  return (
    <Panel
      title="Notifications"
      frame="box"
      actions={
        editing || data === undefined ? null : (
          <Button onClick={() => setEditing(true)}>Change notifications</Button>
        )
      }
    >
      <p className={styles.intro}>
        What is notified of a page at once, which later, and when you are not to be disturbed. What comes
        later is not sent once somebody has answered or the page has moved on.
      </p>
      {failure ? (
        <QueryProblem title="Your notification rules can’t be read" failure={failure} />
      ) : data === undefined || ways === undefined ? (
        <Skeleton label="Loading your notification rules" shape="rows" count={2} />
      ) : (
        <Rules ways={ways} rules={data?.value ?? null} editing={editing} onClose={() => setEditing(false)} />
      )}
    </Panel>
  );
}

interface RulesProps extends Pick<NotificationPlanProps, 'ways'> {
  readonly rules: NotificationRules | null;
  readonly editing: boolean;
  onClose(): void;
}

function Rules({ ways, rules, editing, onClose }: RulesProps) {
  const { me } = useTeam();
  const { zone } = useZones();
  const now = useServerNow(60_000);
  const reader = { ways, now, timezone: me.timezone ?? zone };
  return editing ? (
    <RulesForm {...{ rules, reader, onClose }} />
  ) : (
    <NotificationPlan {...reader} rules={rules} />
  );
}

interface RulesFormProps extends Omit<RulesProps, 'editing' | 'ways'> {
  readonly reader: Omit<NotificationPlanProps, 'rules'>;
}

function RulesForm({ rules, reader, onClose }: RulesFormProps) {
  const { me } = useTeam();
  const form = useEntityForm<NotificationContent, 'saveNotificationRules'>({
    ...notificationFormOptions({ userId: me.id, rules }),
    toasts: useToasts(),
    onSaved: onClose,
  });
  return <notificationRulesForm.Component {...reader} form={form} onCancel={onClose} />;
}
