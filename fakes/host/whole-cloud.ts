/** Modules of a hosted cloud that nobody needs before somebody is signed in. */
import { connectInMemory } from '#fakes/client/client.ts';
import { rulesLanguages } from '#firebase-rules/rules-languages.ts';

export const wholeCloud = { connect: connectInMemory, rulesLanguages } as const;

export type WholeCloud = typeof wholeCloud;
