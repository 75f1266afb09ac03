/** A script of its own: fetched once the first screen stands. */
export { holdSlot } from '#src/live/presence-slot.ts';
export { humanPlace } from '#src/live/presence.ts';
