/** The languages of the security rules. A module of its own: a cloud may start without it, and load it for the first request that rules guard. */
import { compileDatabaseRules } from './rules-realtime/rules.ts';
import { compileDocRules, compileStorageRules } from './rules/rules.ts';

export const rulesLanguages = { compileDocRules, compileStorageRules, compileDatabaseRules } as const;

export type RulesLanguages = typeof rulesLanguages;
