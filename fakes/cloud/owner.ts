/** Caller above all rules: the administrator of the project. No token of the cloud stands for this caller. */
import type { Caller } from '#ports/server/handlers.ts';

export const owner: Caller = Object.freeze({ uid: '', claims: Object.freeze({}) });
