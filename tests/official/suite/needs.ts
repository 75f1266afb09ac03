/** Requirements of the official emulators, and those that a machine lacks. */
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** firebase-tools 15 starts with no older one. */
const oldestJava = 21;
/** The emulators that are Java programs, which firebase-tools fetches when they are first started. */
const archived = ['firestore', 'database', 'storage'] as const;

export interface Machine {
  /** Output of `java -version`; `null` when there is no such command. */
  java(): Promise<string | null>;
  /** Installs the official parts; resolves with the obstacle, or `null`. */
  install(): Promise<string | null>;
  /** Archives as firebase-tools lists them, after its installation. */
  archives(): Promise<Archives>;
  isThere(file: string): Promise<boolean>;
  /** Whether the address answers. */
  reaches(address: string): Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export type Archives = Readonly<
  Record<
    (typeof archived)[number],
    { readonly remoteUrl: string; readonly downloadPathRelativeToCacheDir: string }
  >
>;

/** Major version in the output of `java -version`; `null` for other texts. */
export function javaVersion(printed: string): number | null {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/u.exec(printed) ?? [];
  if (first === undefined) return null;
  // Up to 8 they were called 1.8.
  return Number(first === '1' ? second : first);
}

/** Missing requirements with advice, one sentence each. */
export async function whatIsMissing(machine: Machine): Promise<readonly string[]> {
  const missing: string[] = [];
  const printed = await machine.java();
  const java = printed === null ? null : javaVersion(printed);
  if (java === null)
    missing.push(`Java: there is no command “java”. Install a JDK ${oldestJava} or newer (adoptium.net).`);
  else if (java < oldestJava)
    missing.push(`Java: this is version ${java}. Install a JDK ${oldestJava} or newer (adoptium.net).`);

  const problem = await machine.install();
  if (problem !== null) return [...missing, `firebase-tools: ${problem}`];

  const cache =
    machine.environment['FIREBASE_EMULATORS_PATH'] ?? path.join(homedir(), '.cache/firebase/emulators');
  const archives = await machine.archives();
  for (const name of archived) {
    const { remoteUrl, downloadPathRelativeToCacheDir } = archives[name];
    if (await machine.isThere(path.join(cache, downloadPathRelativeToCacheDir))) continue;
    if (await machine.reaches(remoteUrl)) continue;
    missing.push(
      `The ${name} emulator: it is not in ${cache}, and ${remoteUrl} does not answer. Connect to the internet.`,
    );
  }
  return missing;
}

export const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

export const reaches = (address: string): Promise<boolean> =>
  fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(15_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
