/** A script of its own: the first screen does without it. */
export { holdSlot } from '#src/live/presence-slot.ts';
export { humanPlace } from '#src/live/presence.ts';
