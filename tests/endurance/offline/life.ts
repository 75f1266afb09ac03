/**
 * The life of a room in one browser: two cuts of the network, a reload without it, a killed browser and an update of the app, with
 * comments, tasks and commands throughout. All chance comes from the seed.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import { severities } from '#domain/incident/schema.ts';
import type { DeskPerson } from '../../app/desk/desk-person.ts';
import { type Given, checkEntries, nameOf } from './check-entries.ts';
import { appKept, expect, type OfflineStage, ready, signIn } from './stage.ts';

export interface Outcome {
  readonly given: number;
  /** Lost, doubled or misordered entries. */
  readonly wrong: readonly string[];
}

/** Member who works in the room. */
const worker = 'mei';

export async function live(stage: OfflineStage, seed: string): Promise<Outcome> {
  const colleague = await stage.person('diego');
  const { incidentId, number } = (await colleague.command('declareIncident', {
    title: `Orders fail (${seed})`,
    severity: severities[0],
    serviceIds: [],
    private: false,
    alertId: null,
    page: [],
  })) as { readonly incidentId: string; readonly number: number };
  const room = new Room(stage, seed, `/incidents/${number}`);
  try {
    await room.open();
    await room.work();
    await room.loseNetwork();
    await room.loseNetworkForLong();
    await room.update();
    const landed = () => timelineOf(colleague, incidentId);
    const wanted = room.given.length;
    const own = async () => (await landed()).filter(({ createdBy }) => createdBy === worker).length;
    // A lost entry never arrives: the check names it.
    await expect
      .poll(own, { timeout: 180_000 })
      .toBeGreaterThanOrEqual(wanted)
      .catch(() => undefined);
    return { given: wanted, wrong: checkEntries(room.given, await landed(), worker) };
  } finally {
    stage.line.restore();
    await room.close();
  }
}

const timelineOf = (person: DeskPerson, incidentId: string) => person.timeline(incidentId);

/** Keys of waiting changes that the copy in IndexedDB lacks. */
async function notCopied(): Promise<readonly string[]> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('No record.')));
    });
  const database = await answer(indexedDB.open('muster-outbox'));
  const keys = await answer(database.transaction('entries').objectStore('entries').getAllKeys());
  database.close();
  return Object.keys(localStorage).filter((key) => key.startsWith('muster.outbox.') && !keys.includes(key));
}

class Room {
  readonly given: Given[] = [];
  private readonly stage: OfflineStage;
  private readonly random: Random;
  private readonly seed: string;
  private readonly path: string;
  private context: BrowserContext | null = null;
  private shown: Page | null = null;

  constructor(stage: OfflineStage, seed: string, path: string) {
    this.stage = stage;
    this.random = seededRandom(seed);
    this.seed = seed;
    this.path = path;
  }

  private get page(): Page {
    if (!this.shown) throw new Error('The browser is closed.');
    return this.shown;
  }

  private readonly composer = () => this.page.getByRole('textbox', { name: 'Comment' });
  private readonly may = (percent: number) => this.random.integer(100) < percent;

  async open(): Promise<void> {
    this.context = await this.stage.browser();
    this.shown = await this.context.newPage();
    await this.page.goto('/');
    const form = this.page.getByLabel('Email');
    await expect(form.or(this.page.getByRole('button', { name: /^Find\b/ })).first()).toBeVisible();
    if (await form.isVisible()) await signIn(this.page, worker);
    await ready(this.page);
    await this.enter();
    await appKept(this.page);
  }

  private async enter(): Promise<void> {
    await this.page.goto(this.path);
    await expect(this.composer()).toBeVisible();
  }

  async close(): Promise<void> {
    await this.context?.close();
    this.context = this.shown = null;
  }

  /** Ends the browser as a phone does that runs out of memory, once what was given is copied to where that does no harm. */
  private async kill(): Promise<void> {
    await expect.poll(() => this.page.evaluate(notCopied), 'every change is in the copy').toEqual([]);
    const session = await this.context?.browser()?.newBrowserCDPSession();
    const ended = new Promise((resolve) => this.context?.on('close', resolve));
    // Without an answer: the browser is gone.
    session?.send('Browser.crash').catch(() => undefined);
    await ended;
    await this.close();
  }

  /** One to three changes. */
  async work(): Promise<void> {
    for (let left = 1 + this.random.integer(3); left > 0; left--) await this.change();
  }

  async loseNetwork(): Promise<void> {
    this.stage.line.cut();
    await this.work();
    this.stage.line.restore();
    // Also while what waited is being sent.
    if (this.may(50)) await this.work();
  }

  /** A reload and a killed browser without the network. */
  async loseNetworkForLong(): Promise<void> {
    this.stage.line.cut();
    await this.work();
    await this.page.reload();
    await expect(this.composer()).toBeVisible();
    await this.expectShown();
    await this.work();
    await this.kill();
    const isBackBefore = this.may(50);
    if (isBackBefore) this.stage.line.restore();
    this.context = await this.stage.browser();
    this.shown = await this.context.newPage();
    await this.enter();
    await this.expectShown();
    await this.work();
    if (!isBackBefore) this.stage.line.restore();
  }

  /** A new version of the app: it waits, and is taken with a draft in the composer. */
  async update(): Promise<void> {
    const version = await this.stage.update();
    await this.work();
    const draft = `Draft of ${this.seed}`;
    await this.composer().fill(draft);
    const notice = this.page.getByText('A new version of Muster is ready');
    await expect
      .poll(async () => {
        await this.page.evaluate(async () => {
          await (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined);
        });
        return notice.isVisible();
      })
      .toBe(true);
    await expect(this.composer()).toHaveValue(draft);
    expect(await this.version()).not.toBe(version);
    await this.page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => this.version().catch(() => null)).toBe(version);
    await expect(this.composer()).toHaveValue(draft);
    await this.composer().fill('');
    await this.work();
  }

  private version(): Promise<string | null> {
    return this.page.evaluate(
      () => document.querySelector<HTMLMetaElement>('meta[name="test-version"]')?.content ?? null,
    );
  }

  /** Comments and tasks of this browser, on their way or not. */
  private async expectShown(): Promise<void> {
    for (const change of this.given)
      if (change.kind !== 'severity')
        await expect(this.page.getByText(change.text).first(), `${nameOf(change)} is shown`).toBeVisible();
  }

  private async change(): Promise<void> {
    const text = `${this.seed}-${this.given.length}`;
    const kind = this.random.integer(4);
    if (kind === 0) await this.addTask(text);
    else if (kind === 1) await this.setSeverity();
    else await this.comment(text);
  }

  private async comment(text: string): Promise<void> {
    await this.composer().fill(text);
    await this.composer().press('Control+Enter');
    await expect(this.composer()).toHaveValue('');
    this.given.push({ kind: 'comment', text });
  }

  private async addTask(text: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: 'New task' });
    await field.fill(text);
    await field.press('Enter');
    await expect(this.page.getByRole('checkbox', { name: text })).toBeVisible();
    this.given.push({ kind: 'task', text });
  }

  private async setSeverity(): Promise<void> {
    const before = this.given.findLast((change) => change.kind === 'severity')?.to ?? severities[0];
    const others = severities.filter((severity) => severity !== before);
    const to = others[this.random.integer(others.length)] ?? severities[1];
    await this.page.getByRole('button', { name: /^Severity: / }).click();
    await this.page.getByRole('menu').getByText(to).click();
    await expect(this.page.getByRole('menu')).toHaveCount(0);
    this.given.push({ kind: 'severity', to });
  }
}
