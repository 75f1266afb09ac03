/** The command line against the HTTP API of a stage. */
import { runCli } from '../../../cli/run.ts';
import { apiFetch } from './api-client.ts';
import type { FunctionsStage } from './stage.ts';

/** Runs one command with a key; `code` is its exit code. */
export async function runCliOn(stage: FunctionsStage, key: string, args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    env: { MUSTER_URL: 'https://muster.example.com', MUSTER_API_KEY: key, MUSTER_CONFIG: '/nowhere' },
    fetch: apiFetch(stage),
    now: () => stage.cloud.clock.now(),
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
