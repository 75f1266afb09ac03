/** A Chromium in a process group of its own, on a profile that outlasts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BrowserContext, chromium } from '@playwright/test';
import { findChromium, testFlags } from '../../e2e/chromium.ts';
import { debuggingAddress } from '../../e2e/firebase/plain-chromium.ts';

export interface Killable {
  readonly context: BrowserContext;
  /** Kills all of its processes at once, without notice. */
  kill(): Promise<void>;
}

/** @throws Error when there is none */
export async function startKillable(profile: string): Promise<Killable> {
  const { child, kill } = spawnChromium(profile, '--no-startup-window');
  try {
    const browser = await chromium.connectOverCDP(await debuggingAddress(child.stderr), { noDefaults: true });
    const [context] = browser.contexts();
    if (!context) throw new Error('Chromium came without a window.');
    return { context, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Starts a browser with a page that no test controls. @throws Error when there is none */
export const startUnseen = (profile: string, url: string): Pick<Killable, 'kill'> =>
  spawnChromium(profile, url);

function spawnChromium(profile: string, ...more: readonly string[]) {
  const program = findChromium();
  if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
  const flags = [
    ...testFlags,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    ...more,
  ];
  const child = spawn(program, flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  return {
    child,
    async kill() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
  };
}
