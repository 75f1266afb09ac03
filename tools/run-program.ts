/** Runs a program with a time limit, its output shown or written to a file. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Time limit, after which the program and its children are ended. */
  readonly longestMs: number;
  /** Time for ending by itself before it is killed. Default 10 s. */
  readonly graceMs?: number;
  /** Ends the program at once. */
  readonly signal?: AbortSignal;
  /** File that standard output and standard error are appended to. Default: those of this process. */
  readonly outputFile?: string;
}

/** Programs that have groups are ended with all that they started. */
const groups = process.platform !== 'win32';

/**
 * Runs a program and returns its exit code: 1, with a message, if it could not be started, was killed or took too long. Never
 * rejects. No process of its group outlives it.
 */
export function runProgram(program: Program): Promise<number> {
  const { command, args, cwd, env = process.env, longestMs, graceMs = 10_000, signal, outputFile } = program;
  return new Promise((resolve) => {
    const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'a');
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', output, output],
      detached: groups,
    });
    if (output !== 'inherit') closeSync(output);
    let over = false;
    let killing: ReturnType<typeof setTimeout> | undefined;
    const kill = (how: NodeJS.Signals) => {
      if (child.pid === undefined) return;
      try {
        process.kill(groups ? -child.pid : child.pid, how);
      } catch {
        // The process group is empty.
      }
    };
    const end = (why: string) => {
      if (over) return;
      over = true;
      console.error(`\n${command} ${why}: it is ended, and has failed.`);
      kill('SIGTERM');
      killing = setTimeout(() => kill('SIGKILL'), graceMs);
    };
    const limit = setTimeout(() => end(`has not come to an end in ${longestMs / 60_000} min`), longestMs);
    const stop = () => end('is not waited for');
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    const done = (code: number | null) => {
      clearTimeout(limit);
      clearTimeout(killing);
      signal?.removeEventListener('abort', stop);
      kill('SIGKILL');
      resolve(over ? 1 : (code ?? 1));
    };
    child.on('error', (error) => {
      console.error(`\n${command} can’t be run: ${error.message}`);
      done(1);
    });
    child.on('exit', done);
  });
}
