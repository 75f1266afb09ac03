/** An installed Firefox without a window, with its own push, and a desktop in the test's hands. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../free-port.ts';
import { Marionette } from './marionette.ts';

const installed = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of its program, or `null`. `MUSTER_FIREFOX` names another. */
export function findFirefox(): string | null {
  const named = process.env['MUSTER_FIREFOX'];
  return [...(named ? [named] : installed)].find((file) => existsSync(file)) ?? null;
}

/** A notification as the desktop gets it from Firefox. */
export interface Alert {
  readonly title: string;
  readonly body: string;
  readonly isSilent: boolean;
  /** The names of its buttons. */
  readonly actions: readonly string[];
}

export interface Firefox {
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page, with `args`. */
  run<T>(body: string, args?: readonly unknown[]): Promise<T>;
  /** Notifications on the desktop, oldest first. */
  alerts(): Promise<readonly Alert[]>;
  /** The person clicks the notification with this title, or its button. @throws Error when it is not shown */
  click(title: string, action?: string): Promise<void>;
  close(): Promise<void>;
}

/** `pushUrl`: of the push service to which it is led. */
export async function startFirefox({ pushUrl }: { readonly pushUrl: string }): Promise<Firefox> {
  const program = findFirefox();
  if (program === null) throw new Error('There is no Firefox.');
  const profile = await mkdtemp(path.join(tmpdir(), 'muster-firefox-'));
  const port = await freePort();
  const lines = Object.entries({ ...preferences(pushUrl), 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const flags = ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access'];
  const child = spawn(program, [...flags, '--profile', profile, 'about:blank'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  let said = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += String(part)));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isOver = true;
      resolve();
    });
  });
  let marionette: Marionette | null = null;
  while (marionette === null) {
    if (isOver) throw new Error(`Firefox did not start: ${said}`);
    // Firefox does not announce that it listens.
    marionette = await Marionette.connect(port).catch(
      () => new Promise<null>((again) => setTimeout(() => again(null), 100)),
    );
  }
  const remote = marionette;
  await remote.run('chrome', desktop);
  return {
    goto: (url) => remote.goto(url),
    run: (body, args) => remote.run('content', body, args),
    alerts: () => remote.run('chrome', shownAlerts),
    async click(title, action) {
      await remote.run('chrome', clickAlert, [title, action ?? null]);
    },
    async close() {
      remote.close();
      child.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, maxRetries: 20 });
    },
  };
}

const preferences = (pushUrl: string) => ({
  // Off by default in a Firefox under remote control.
  'dom.push.connection.enabled': true,
  'dom.push.serverURL': pushUrl,
  'dom.push.testing.allowInsecureServerURL': true,
  // 1: allowed, as the person would answer.
  'permissions.default.desktop-notification': 1,
  // No calls home.
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
});

/** Stand-in for the desktop: notifications are recorded, and answered as a desktop answers. */
const desktop = `
  globalThis.shown = [];
  const alerts = {
    QueryInterface: ChromeUtils.generateQI(['nsIAlertsService']),
    showAlert(alert, listener) {
      const before = shown.findIndex((one) => one.alert.name === alert.name);
      if (before >= 0) shown.splice(before, 1);
      shown.push({ alert, listener });
      Services.tm.dispatchToMainThread(() => listener?.observe(null, 'alertshow', alert.cookie));
    },
    closeAlert(name) {
      const at = shown.findIndex((one) => one.alert.name === name);
      if (at < 0) return;
      const [{ alert, listener }] = shown.splice(at, 1);
      listener?.observe(null, 'alertfinished', alert.cookie);
    },
    teardown() {},
    pbmTeardown() {},
  };
  Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(
    Services.uuid.generateUUID(), 'A desktop in a test’s hands', '@mozilla.org/alerts-service;1',
    { createInstance: (iid) => alerts.QueryInterface(iid), QueryInterface: ChromeUtils.generateQI(['nsIFactory']) },
  );`;

const shownAlerts = `return shown.map(({ alert }) => ({
  title: alert.title, body: alert.text, isSilent: alert.silent,
  actions: [...alert.actions].map(({ action }) => action),
}));`;

const clickAlert = `
  const at = shown.findIndex(({ alert }) => alert.title === args[0]);
  if (at < 0) throw new Error('No notification has the title ' + args[0]);
  const [{ alert, listener }] = shown.splice(at, 1);
  const button = args[1] === null ? null : [...alert.actions].find(({ action }) => action === args[1]);
  if (button === undefined) throw new Error('It has no button ' + args[1]);
  listener.observe(button, 'alertclickcallback', alert.cookie);
  listener.observe(null, 'alertfinished', alert.cookie);`;
