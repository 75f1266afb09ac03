/** Deferred tasks whose handlers are loaded with the first such task. */
import type { TaskHandler } from '#ports/server/handlers.ts';
import {
  answerSlackTask,
  mailOutcomeTask,
  outcomeTask,
  publishWebhookEventTask,
  queuedMailTask,
  readCalendarTask,
  sendWebhooksTask,
  weeklyDigestTask,
} from './tasks.ts';

const names = [
  answerSlackTask,
  mailOutcomeTask,
  outcomeTask,
  publishWebhookEventTask,
  queuedMailTask,
  readCalendarTask,
  sendWebhooksTask,
  weeklyDigestTask,
] as const;
export type OnDemandTask = (typeof names)[number];

export const tasksOnDemand: Readonly<Record<string, TaskHandler>> = Object.fromEntries(
  names.map((name) => [
    name,
    async (payload, server) => (await import('./on-demand.ts')).onDemand.tasks[name](payload, server),
  ]),
);
