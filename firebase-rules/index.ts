/**
 * Security rules, tested in milliseconds and without a backend: `testRules(source, documents).as('ada').get('teams/a')` says
 * whether it is allowed, and if not, which line and which part of it refused.
 */
export { RulesError } from './rules/rules-error.ts';
export type { Decision, Refusal } from './rules/decisions.ts';
export type { AllowCoverage } from './rules/testing/coverage.ts';
export { type Person, testRules } from './rules/testing/documents.ts';
export type { Documents } from './rules/testing/options.ts';
export { type Files, testFileRules } from './rules/testing/files.ts';
export { testDatabaseRules } from './rules-realtime/testing.ts';
