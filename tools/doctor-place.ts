/** Place that the doctor examines: an installation in a folder, and the machine it is on. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FirebaseOptions } from '#adapters/firebase/options.ts';

export interface Place {
  readonly root: string;
  /** Version of Node, as `process.versions.node`. */
  readonly node: string;
  /** The version that the command prints; `null` when there is no such command. */
  command(name: string, ...args: readonly string[]): Promise<string | null>;
  /** `null` when nothing answers: no connection, or no such address. */
  ask(url: string): Promise<{ readonly status: number; readonly text: string } | null>;
}

/** `not-checked` says nothing against the installation; `to-deploy` neither: `firebase deploy` sees to it. */
export interface Finding {
  readonly about: string;
  readonly state: 'ok' | 'missing' | 'to-deploy' | 'not-checked';
  readonly detail: string;
  /** Advice for a finding that is not ok. */
  readonly advice?: string;
}

/** `installation` is null while its file is missing or wrong. */
export type Check = (place: Place, installation: FirebaseOptions | null) => Promise<readonly Finding[]>;

export const passed = (about: string, detail: string): Finding => ({ about, state: 'ok', detail });

export const missing = (about: string, detail: string, advice: string): Finding => ({
  about,
  state: 'missing',
  detail,
  advice,
});

export const toDeploy = (about: string, detail: string): Finding => ({ about, state: 'to-deploy', detail });

export const notChecked = (about: string, detail: string): Finding => ({
  about,
  state: 'not-checked',
  detail,
});

/** The text of a file of the installation, or null. */
export const placeText = ({ root }: Place, name: string): Promise<string | null> =>
  readFile(path.join(root, name), 'utf8').catch(() => null);

export const doctorSentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
