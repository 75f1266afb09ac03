/** The turn of a page in round-robin steps. Apart from `positions.ts`: screens need no digest. */
import { sha256Hex } from '../digest.ts';

/**
 * The round-robin turn of a page, from its id alone: over many pages everybody gets an equal share. No counter, which every page that
 * starts would have to write.
 */
export const turnOf = (pageId: string): number => Number.parseInt(sha256Hex(pageId).slice(0, 8), 16);
