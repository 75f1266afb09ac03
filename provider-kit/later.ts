/** Telling somebody later, with what every platform has, said without the DOM library. */
import { guardListener } from './guard-listener.ts';

declare function queueMicrotask(run: () => void): void;

/** Runs `tell` after the code that runs now. What it throws is logged and harms nobody else. */
export const later = (tell: () => void): void => queueMicrotask(guardListener(tell));
