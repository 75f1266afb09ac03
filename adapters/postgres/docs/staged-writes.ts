/** Effects of the writes of a commit, computed before anything is stored. */
import type { Write } from '#ports/docs/docs.ts';
import { freezeInPlace } from '#provider-kit/docs/own.ts';
import { documentBytes, longestPathIn, writeBytes } from '#query/size.ts';
import { type DocData, Timestamp } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { mutate, mutationOf, resolveOperation } from '#query/mutation.ts';
import { postgresLimits } from './limits.ts';

export interface StagedWrite {
  readonly path: string;
  readonly kind: Write['type'];
  /** The document when this write's turn comes. */
  readonly before: DocData | null;
  readonly after: DocData | null;
  /** Error of a write that can't be carried out. */
  readonly failure: PortError | null;
}

/** `stored`: a document before the commit. `time`: that of server timestamps, in microseconds. @throws PortError invalid-argument */
export function stagedWrites(
  writes: readonly Write[],
  stored: (path: string) => DocData | null,
  time: number,
): readonly StagedWrite[] {
  const bytes = writes.reduce((sum, write) => sum + writeBytes(write), 0);
  if (bytes > postgresLimits.commitBytes)
    throw new PortError(
      'invalid-argument',
      `The writes take ${bytes} bytes together; one commit has at most ${postgresLimits.commitBytes}.`,
    );
  const current = new Map<string, DocData | null>();
  return writes.map((write) => {
    const { path } = write;
    const staged = current.get(path);
    const before = staged === undefined ? stored(path) : staged;
    const after = applied(write, before, time);
    current.set(path, after);
    return {
      path,
      kind: write.type,
      before,
      after,
      failure: failureOf(write, before, staged === null, after),
    };
  });
}

function applied(write: Write, before: DocData | null, time: number): DocData | null {
  const data = mutate(before, mutationOf(write), (op, value) =>
    resolveOperation(op, value, () => timestampOf(time)),
  );
  try {
    return data && freezeInPlace(data);
  } catch (cause) {
    throw new PortError('invalid-argument', `${write.path} can’t be stored.`, { cause });
  }
}

function failureOf(
  write: Write,
  before: DocData | null,
  deletedHere: boolean,
  after: DocData | null,
): PortError | null {
  const { path, type } = write;
  if (type === 'update' && before === null)
    return deletedHere
      ? new PortError('invalid-argument', `${path} is deleted and then updated in one batch.`)
      : new PortError('not-found', `There is no document ${path} to update.`);
  return after && tooLarge(path, after);
}

function tooLarge(path: string, data: DocData): PortError | null {
  const { documentBytes: largest, fieldPathBytes: longest } = postgresLimits;
  const bytes = documentBytes(path, data);
  if (bytes > largest)
    return new PortError(
      'invalid-argument',
      `${path} would take ${bytes} bytes; a document has at most ${largest}.`,
    );
  const fieldBytes = longestPathIn(data);
  if (fieldBytes <= longest) return null;
  return new PortError(
    'invalid-argument',
    `${path} has a path of fields ${fieldBytes} bytes long; it may be ${longest}.`,
  );
}

function timestampOf(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1_000_000);
  return new Timestamp(seconds, (micros - seconds * 1_000_000) * 1000);
}
