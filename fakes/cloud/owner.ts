/** Somebody above all rules: whoever administers the project. No token of the cloud's own stands for it. */
import type { Caller } from '#ports/server/handlers.ts';

export const owner: Caller = Object.freeze({ uid: '', claims: Object.freeze({}) });
