/** Telling somebody later, with what every platform has, said without the DOM library. */
import { guardListener } from './guard-listener.ts';

declare function queueMicrotask(run: () => void): void;

/** Runs `tell` after the current code. Exceptions are logged and affect no other listener. */
export const later = (tell: () => void): void => queueMicrotask(guardListener(tell));
