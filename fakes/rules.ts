/**
 * Security rules, tested in milliseconds and without a backend: `testRules(source, documents).as('ada').get('teams/a')` says
 * whether it is allowed, and if not, which line and which part of it refused.
 */
export { RulesError } from './cloud/rules/rules-error.ts';
export type { Decision, Refusal } from './cloud/rules/rules.ts';
export { type Documents, type Person, testRules } from './cloud/rules/testing/documents.ts';
export { type Files, testFileRules } from './cloud/rules/testing/files.ts';
export { testDatabaseRules } from './cloud/rules-realtime/testing.ts';
