/** The official local parts of Firebase. They are a package of their own, so that whoever runs the demo need not install them. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** One of their modules, by its path in firebase-tools. */
export function partModule<T>(file: string): T {
  return createRequire(path.join(home, 'package.json'))(`firebase-tools/lib/${file}`) as T;
}

/** All parts and all clients are of this project: the prefix keeps every tool from asking the hosted services. */
export const projectId = 'demo-muster';
