/** Notification rules of a member, with the form for those who may change them. */
import { useState } from 'react';
import type { NotificationRules } from '#domain/notification/schema.ts';
import type { ReadinessRow } from '#domain/readiness/rows.ts';
import { useServerNow } from '#src/data/client/server-now.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useView } from '#src/data/client/view.ts';
import { useNotificationRules } from '#src/data/queries/notification-rules.ts';
import { useMayRun, usePeople, useTeam } from '#src/data/queries/team.tsx';
import { NotificationPlan, type NotificationPlanProps } from '#src/components/notification-plan.tsx';
import { NotificationRulesForm } from '#src/components/notification-rules-form.tsx';
import {
  type NotificationContent,
  notificationFormOptions,
  notificationValuesOf,
} from '#src/components/notification-values.ts';
import { Button } from '#src/ui/button.tsx';
import { QueryProblem } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useToasts } from '#src/ui/toasts.tsx';

export function PersonNotifications({ row }: { readonly row: ReadinessRow }) {
  const { data, failure } = useView(useNotificationRules(row.userId));
  if (failure) return <QueryProblem title="The notification rules can’t be read" failure={failure} />;
  if (data === undefined) return <Skeleton label="Loading the notification rules" shape="rows" count={2} />;
  return <Rules row={row} rules={data?.value ?? null} />;
}

interface RulesProps {
  readonly row: ReadinessRow;
  readonly rules: NotificationRules | null;
}

function Rules({ row, rules }: RulesProps) {
  const { userId, ways } = row;
  const { team } = useTeam();
  const people = usePeople();
  const now = useServerNow(60_000);
  const [editing, setEditing] = useState(false);
  const may = useMayRun()('saveNotificationRules', undefined, { userId, ...notificationValuesOf(null) });
  const reader = {
    ways,
    now,
    timezone: people.find(userId)?.timezone ?? team.timezone,
  };
  if (editing) return <RulesForm {...{ row, rules, reader }} onClose={() => setEditing(false)} />;
  return (
    <>
      <NotificationPlan {...reader} rules={rules} />
      <div>
        <Button size="small" disabledReason={!may.allowed && may.reason} onClick={() => setEditing(true)}>
          Change notifications
        </Button>
      </div>
    </>
  );
}

interface RulesFormProps extends RulesProps {
  readonly reader: Omit<NotificationPlanProps, 'rules'>;
  readonly onClose: () => void;
}

function RulesForm({ row, rules, reader, onClose }: RulesFormProps) {
  const toasts = useToasts();
  const form = useEntityForm<NotificationContent, 'saveNotificationRules'>({
    ...notificationFormOptions({ userId: row.userId, rules }),
    toasts: { ...toasts, done: (title) => toasts.done(title, `${row.name} gets a notice of it.`) },
    onSaved: onClose,
  });
  return <NotificationRulesForm {...reader} form={form} onCancel={onClose} />;
}
