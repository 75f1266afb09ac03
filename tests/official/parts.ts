/** The official local parts of Firebase. They are a package of their own, so that whoever runs the demo need not install them. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const home = path.resolve(import.meta.dirname, 'parts');

/**
 * Are they installed? `npm test` does so. In CI they must be.
 * @throws Error in CI (`CI=true`) when they are not
 */
export function partsInstalled(): boolean {
  const installed = existsSync(path.join(home, 'node_modules/firebase-tools/package.json'));
  if (!installed && process.env['CI'])
    throw new Error('The official parts are not installed: npm ci --prefix tests/official/parts');
  return installed;
}

/** What a test that is skipped without them says. */
export const needs = 'needs npm ci --prefix tests/official/parts';

/** All parts and all clients are of this project: the prefix keeps every tool from asking the hosted services. */
export const projectId = 'demo-muster';
