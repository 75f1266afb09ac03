/** Abilities of documents that cost a program code: index checks, and caches that outlast a client. */
export { browserCaches } from '#sync/browser-caches.ts';
export { indexChecks } from '#fakes/cloud/docs/index-checker.ts';
