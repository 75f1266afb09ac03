/** Where a move stands, in a file: what is in the target, and from where to go on. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import * as v from 'valibot';
import { PortError } from '#ports/errors.ts';
import { moveParts } from '#provider-kit/move/moved-records.ts';

const format = 'muster-move-1';
/** Characters of a file at most. */
const longest = 100_000;

const stateSchema = v.object({
  format: v.literal(format),
  id: v.pipe(v.string(), v.minLength(1)),
  /** When it began, epoch milliseconds. */
  at: v.number(),
  /** Names of both ends. */
  from: v.string(),
  to: v.string(),
  phase: v.picklist(['moving', 'comparing', 'done']),
  part: v.picklist(moveParts),
  /** Cursor of the part; `null`: from its beginning. */
  after: v.nullable(v.string()),
  /** Records so far. */
  moved: v.number(),
});

export type MoveState = Omit<v.InferOutput<typeof stateSchema>, 'format'>;

export interface StateFile {
  /** Its name. */
  readonly file: string;
  /** `null` when there is none. @throws PortError data-loss for a file of something else */
  read(): Promise<MoveState | null>;
  /** Outlasts a crash once resolved. */
  write(state: MoveState): Promise<void>;
  remove(): Promise<void>;
}

export const stateFile = (file: string): StateFile => ({
  file,
  async read() {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw unreadableState(file, error);
    });
    if (text === null) return null;
    try {
      if (text.length > longest) throw new TypeError('It is too long.');
      const { format: _, ...state } = v.parse(stateSchema, JSON.parse(text));
      return state;
    } catch (cause) {
      throw unreadableState(file, cause);
    }
  },
  async write(state) {
    const part = `${file}.part`;
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ format, ...state }, null, 1)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  },
  remove: () => rm(file, { force: true }),
});

const unreadableState = (file: string, cause: unknown) =>
  new PortError('data-loss', `${file} is not the state of a move. Name another file with --state.`, {
    cause,
  });
