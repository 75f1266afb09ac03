/** Configuration of the installation for a build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { describeProblems, installationFile, readInstallation } from '../src/app/firebase/installation.ts';

/**
 * Configuration of the file in the root, or of the one that `MUSTER_CONFIG` names.
 * @throws Error that says which key is wrong and what to do
 */
export async function loadInstallation(
  root: string,
  name = process.env['MUSTER_CONFIG'] ?? installationFile,
): Promise<FirebaseOptions> {
  const text = await readFile(path.resolve(root, name), 'utf8').catch(() => null);
  if (text === null)
    throw new Error(
      `${name} is missing. Copy muster.config.example.json to ${name} and fill it in; docs/deployment.md says how.`,
    );
  const reading = readInstallation(text);
  if (!reading.ok) throw new Error(describeProblems(name, reading.problems));
  return reading.installation;
}
