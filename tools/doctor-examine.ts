/** Checks of the doctor, in the order in which an installation is set up. */
import type { FirebaseOptions } from '#adapters/firebase/options.ts';
import { checkReport } from '../src/app/check-report.ts';
import { installationFile, readInstallation } from '../src/app/firebase/installation.ts';
import { checkApp, checkFunctions, checkOnline } from './doctor-builds.ts';
import { checkHosting, checkIndexes, checkRules, checkTemplate } from './doctor-files.ts';
import { type Check, type Finding, type Place, placeText } from './doctor-place.ts';
import { checkInstallation, checkNode, checkProject, checkTools } from './doctor-setup.ts';

const checks: readonly Check[] = [
  checkNode,
  checkTools,
  checkInstallation,
  checkProject,
  checkHosting,
  checkRules,
  checkIndexes,
  checkTemplate,
  checkFunctions,
  checkApp,
  checkOnline,
];

export async function examine(place: Place): Promise<readonly Finding[]> {
  const installation = await installationOf(place);
  const found: Finding[] = [];
  for (const check of checks) found.push(...(await check(place, installation)));
  return found;
}

async function installationOf(place: Place): Promise<FirebaseOptions | null> {
  const reading = readInstallation((await placeText(place, installationFile)) ?? '');
  return reading.ok ? reading.installation : null;
}

const marks = {
  ok: 'ok     ',
  missing: 'MISSING',
  'to-deploy': 'deploy ',
  'not-checked': 'skipped',
} as const;

/** Report: one line a finding, followed by advice for what is missing. */
export function describe(found: readonly Finding[]): string {
  const lines = checkReport(found.map(({ state, ...line }) => ({ mark: marks[state], ...line })));
  const wrong = found.filter(({ state }) => state === 'missing').length;
  const waiting = found.some(({ state }) => state === 'to-deploy');
  const good = waiting ? 'Nothing is wrong. Next: firebase deploy' : 'Everything is in place.';
  const end = wrong === 0 ? good : `${wrong} to put right, from the top.`;
  return [lines, '', end].join('\n');
}

export const isSound = (found: readonly Finding[]): boolean =>
  found.every(({ state }) => state !== 'missing');
