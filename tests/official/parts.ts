/** The official local parts of Firebase: a package of their own, so that the demonstration does not need them. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const home = path.resolve(import.meta.dirname, 'parts');

/**
 * Whether the parts are installed, as `npm test` does. In CI they must be.
 * @throws Error in CI (`CI=true`) when they are not
 */
export function partsInstalled(): boolean {
  const installed = existsSync(path.join(home, 'node_modules/firebase-tools/package.json'));
  if (!installed && process.env['CI'])
    throw new Error('The official parts are not installed: npm ci --prefix tests/official/parts');
  return installed;
}

/** Reason of a test that is skipped without them. */
export const needs = 'needs npm ci --prefix tests/official/parts';

/** Project of all parts and clients: the prefix keeps every tool from calling the hosted services. */
export const projectId = 'demo-muster';
