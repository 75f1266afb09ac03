/** Verdicts of the hosted rules service, recorded; read from beside the repository and never copied into it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { Timestamp } from '#ports/docs/values.ts';

const folder = fileURLToPath(new URL('../../../shared/oracles/rules/', import.meta.url));

/** Empty without the folder. */
export function recorded<Case>(
  name: string,
): readonly { id: string; rules: string; cases: readonly Case[] }[] {
  const file = `${folder}${name}.json`;
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof recorded<Case>>)
    : [];
}

export interface RecordedAuth {
  readonly uid: string;
  readonly token?: Readonly<Record<string, unknown>>;
}

/** What `get` and `exists` were told to find. */
export interface RecordedMock {
  readonly function: 'get' | 'exists';
  readonly path: string;
  readonly result: Readonly<Record<string, never>> | boolean;
}

export const micros = (time: string) => Date.parse(time) * 1000;
export const timestamp = (time: string) => Timestamp.fromMillis(Date.parse(time));

/** The document that a mock stands for, by path. */
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
