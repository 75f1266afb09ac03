/** Modules of a hosted cloud that nobody needs before somebody is signed in. */
import { connect } from '#fakes/client/client.ts';
import { rulesLanguages } from '#fakes/cloud/rules-languages.ts';

export const wholeCloud = { connect, rulesLanguages } as const;

export type WholeCloud = typeof wholeCloud;
