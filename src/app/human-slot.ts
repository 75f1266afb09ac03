/** A script of its own: fetched once the first screen stands. */
export { holdSlot } from '#src/data/queries/presence-slot.ts';
export { humanPlace } from '#src/data/queries/presence.ts';
