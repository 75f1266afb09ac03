import { sha256Hex } from '#domain/digest.ts';

/** Id of the notice to a person about a cause. */
export const noticeId = (userId: string, cause: string): string => sha256Hex(JSON.stringify([userId, cause]));
