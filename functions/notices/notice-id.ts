import { sha256Hex } from '#domain/digest.ts';

/** The same for the same person and cause. */
export const noticeId = (userId: string, cause: string): string => sha256Hex(JSON.stringify([userId, cause]));
