/** The writing of a person's notification rules, for a form of them. */
import type { NotificationRules } from '#domain/notification/schema.ts';
import { useCommand } from './client/commands.ts';
import { useDraft } from './client/drafts.ts';
import { explain } from './client/errors.ts';

export function useSaveNotificationRules(userId: string, before: NotificationRules | null, done: () => void) {
  const [draft, onDraft] = useDraft(`notifications.${userId}`);
  const { mutate, isPending, isPaused, error } = useCommand('saveNotificationRules', {
    onSuccess: () => {
      onDraft('');
      done();
    },
  });
  return {
    draft,
    onDraft,
    busy: isPending && (isPaused ? 'Queued until you are online' : 'Saving…'),
    problem: error ? explain(error) : null,
    onSave: ({ high, low, quietHours }: Pick<NotificationRules, 'high' | 'low' | 'quietHours'>) =>
      mutate({ userId, high, low, quietHours, expectedRevision: before?.revision ?? 0 }),
  } as const;
}
