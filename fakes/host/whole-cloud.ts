/** Modules of a hosted cloud that nobody needs before somebody is signed in. */
import { connectInMemory } from '#fakes/client/client.ts';
import { rulesLanguages } from '#firebase-rules/rules-languages.ts';
import { docPacker } from './doc-packer.ts';

export const wholeCloud = { connect: connectInMemory, rulesLanguages, docPacker } as const;

export type WholeCloud = typeof wholeCloud;
