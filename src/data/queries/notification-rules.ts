/** Notification rules of a person, and how they are saved. */
import { notificationRulesSchema } from '#domain/notification/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { useDocument } from '../client/documents.ts';
import { useTeam } from './team.tsx';

/** Null for a person who never saved any: all devices at once. */
export function useNotificationRules(userId: string) {
  const { team } = useTeam();
  return useDocument(documentPaths.notificationRules(team.id, userId), notificationRulesSchema);
}
