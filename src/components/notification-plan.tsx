/** Notifications of a page now and at 03:00, under rules that are saved or being edited. */
import { nextNight, planSentence } from '#domain/notification/labels.ts';
import type { ChannelWay } from '#domain/channel/way.ts';
import { DefinitionList } from '#src/ui/panel.tsx';
import type { NotificationContent } from './notification-values.ts';

export interface NotificationPlanProps {
  /** Null: the person has none. */
  readonly rules: NotificationContent | null;
  readonly ways: readonly ChannelWay[];
  readonly now: number;
  readonly timezone: string;
}

export function NotificationPlan({ rules, ways, now, timezone }: NotificationPlanProps) {
  const night = nextNight(now, timezone);
  const told = (urgency: 'high' | 'low', at: number) =>
    planSentence(rules, ways, { urgency, priority: { incident: null, alert: null }, at }, { now, timezone });
  return (
    <DefinitionList
      items={[
        { term: 'High urgency, now', value: told('high', now) },
        { term: 'High urgency, at 03:00', value: told('high', night) },
        { term: 'Low urgency, now', value: told('low', now) },
        { term: 'Low urgency, at 03:00', value: told('low', night) },
      ]}
    />
  );
}
