/** Verdicts of the hosted rules service, recorded. */
import { describe, expect } from 'vitest';
import { Timestamp } from '#ports/docs/values.ts';
import { onRecording, read } from './on-recording.ts';

interface Ruleset<Case> {
  readonly id: string;
  readonly rules: string;
  readonly cases: readonly Case[];
}

/** `count`: of all cases, each of which is a test. */
export function onVerdicts<Case>(
  service: 'firestore' | 'storage' | 'rtdb',
  count: number,
  define: (ruleset: Ruleset<Case>) => void,
): void {
  onRecording(`oracles/rules/${service}.json`, count, (file) => {
    describe.each(read<readonly Ruleset<Case>[]>(file))('$id', (ruleset) => {
      define(ruleset);
    });
  });
}

export interface RecordedAuth {
  readonly uid: string;
  readonly token?: Readonly<Record<string, unknown>>;
}

/** Mocked result of `get` or `exists`. */
export interface RecordedMock {
  readonly function: 'get' | 'exists';
  readonly path: string;
  readonly result: Readonly<Record<string, never>> | boolean;
}

export const micros = (time: string) => Date.parse(time) * 1000;
export const timestamp = (time: string) => Timestamp.fromMillis(Date.parse(time));

/** Document of a mock, by path. */
export function mocked(mocks: readonly RecordedMock[] | undefined) {
  const found = new Map((mocks ?? []).map(({ path, result }) => [path, result]));
  return (path: string) => {
    const result = found.get(path);
    if (result === true) return {};
    return typeof result === 'object' ? result : null;
  };
}

/** A decision that refuses, and says so. */
export const refused = (method: string, path: string) => ({
  allowed: false,
  refusal: { method, path, message: expect.stringContaining(`${method} of ${path} is denied`) as string },
});
