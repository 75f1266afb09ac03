/**
 * Chromium as a person has it: with a profile of its own, and tabs that hide each other. One launched by Playwright tells every
 * page that it is visible.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium, testFlags } from '../chromium.ts';

export interface PlainChromium {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** @throws Error when there is none */
export async function startPlainChromium(env: Readonly<Record<string, string>>): Promise<PlainChromium> {
  const program = findChromium();
  if (program === null) throw new Error('No Chromium was found.');
  const profile = await mkdtemp(path.join(tmpdir(), 'muster-profile-'));
  const flags = [
    ...testFlags,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    // A window that is still opening while Playwright connects may block it without end.
    '--no-startup-window',
  ];
  const child = spawn(program, flags, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill();
    await exited;
    // Some of its processes outlive the first one, and write for another moment.
    await rm(profile, { recursive: true, maxRetries: 20 });
  };
  try {
    const address = await debuggingAddress(child.stderr);
    const browser: Browser = await chromium.connectOverCDP(address, { noDefaults: true });
    const [context] = browser.contexts();
    if (!context) throw new Error('Chromium came without a window.');
    return {
      context,
      async close() {
        await browser.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

export function debuggingAddress(lines: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    // The output is read to the end: a program with a full pipe stops.
    lines.on('data', (part: Buffer) => {
      said += String(part);
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    lines.on('close', () => reject(new Error(`Chromium did not start: ${said}`)));
  });
}
