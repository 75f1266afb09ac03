/** Messages that a later one can replace. */
import { sha256Hex } from '../digest.ts';
import type { Page } from '../page/schema.ts';
import type { PersonalWebhook } from './schema.ts';

/** ntfy alone: docs.ntfy.sh/publish, “Updating + deleting notifications”, from version 2.16. An older server shows one more. */
export const canReplace = ({ service }: Pick<PersonalWebhook, 'service'>): boolean => service === 'ntfy';

/** The same for all messages of a page: 32 hexadecimal digits. */
export const sequenceIdOf = ({ teamId, id }: Pick<Page, 'teamId' | 'id'>): string =>
  sha256Hex(`muster page ${teamId} ${id}`).slice(0, 32);
