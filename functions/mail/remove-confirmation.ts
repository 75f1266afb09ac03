/** Confirmation of a person's address that is no longer of use. */
import { serverPaths } from '#api/server-paths.ts';
import type { DocumentWork } from '../kernel/documents.ts';

/** Id of the queued mail of a confirmation. */
export const confirmationMailId = (userId: string): string => `confirm-${userId}`;

/** Removes it with its mail, if that still waits. */
export function removeConfirmation(work: Pick<DocumentWork, 'remove'>, teamId: string, userId: string): void {
  work.remove(serverPaths.mailConfirmation(teamId, userId));
  work.remove(serverPaths.queuedMail(teamId, confirmationMailId(userId)));
}
