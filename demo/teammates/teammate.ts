/**
 * Simulated teammate: an ordinary client, signed in as an ordinary member. While a human has entered as the same person it pauses:
 * planned actions are dropped, and it leaves every room.
 */
import type { CommandInput, CommandName } from '#api/commands.ts';
import { realtimePaths } from '#api/paths.ts';
import type { Backend } from '#ports/backend.ts';
import { isPortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { credentialOf } from '../accounts.ts';
import { demoTeamId, type DemoPerson } from '../team/people.ts';
import type { MemberRandom, TeammatesClock, TeammatesOptions } from './options.ts';

/** Time between attempts to sign in. */
const retryMs = 30_000;

/** Activity of a teammate while no human plays them; returns its end. */
export type Activity = (mate: Teammate) => () => void;

export class Teammate {
  readonly person: DemoPerson;
  readonly backend: Backend;
  readonly clock: TeammatesClock;
  /** Random numbers of this teammate. */
  readonly random: MemberRandom;
  /** Random numbers that are the same for all teammates. */
  readonly everyone: MemberRandom;
  private readonly activities: readonly Activity[];
  private readonly endings: (() => void)[] = [];
  private readonly timers = new Set<() => void>();
  private begun = false;
  private endWatch: (() => void) | null = null;
  private retreat: (() => void) | null = null;
  private commands = 0;
  private stopped = false;

  constructor(
    person: DemoPerson,
    { connect, clock, random }: TeammatesOptions,
    activities: readonly Activity[],
  ) {
    this.activities = activities;
    this.person = person;
    this.backend = connect();
    this.clock = clock;
    this.random = random.fork(person.id);
    this.everyone = random;
  }

  /** Signs in, and again whenever they were signed out: a demonstration that starts over signs everyone out. */
  start(): void {
    const { auth, messaging } = this.backend;
    this.endings.push(
      auth.onUserChange((user) => void (user === null ? this.enter() : this.begin())),
      messaging.onMessage((message) => void this.confirm(message)),
      messaging.onBackgroundMessage((message) => void this.confirm(message)),
    );
  }

  async stop(): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    this.leave();
    for (const end of this.endings) end();
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    await this.backend.dispose();
  }

  /** Runs `run` later, unless it is cancelled or the teammate stops before. Returns the cancel function. */
  after(delayMs: number, run: () => Promise<void> | void): () => void {
    const cancel = this.clock.setTimer(() => {
      this.timers.delete(cancel);
      if (!this.stopped) void run();
    }, delayMs);
    this.timers.add(cancel);
    return () => {
      this.timers.delete(cancel);
      cancel();
    };
  }

  /** False for a failed call: another member was faster, or the network is down. No retry. */
  call<N extends CommandName>(
    name: N,
    input: Omit<CommandInput<N>, 'teamId' | 'commandId'>,
  ): Promise<boolean> {
    const commandId = `${this.backend.docs.newId()}-${this.commands++}`;
    return this.attempt(() => this.backend.functions.call(name, { ...input, teamId: demoTeamId, commandId }));
  }

  async attempt(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (isPortError(error)) return false;
      throw error;
    }
  }

  private async enter(): Promise<void> {
    this.leave();
    if (this.stopped) return;
    const signedIn = await this.attempt(() => this.backend.auth.signIn(credentialOf(this.person)));
    if (!signedIn && !this.stopped) this.after(retryMs, () => this.enter());
  }

  private async begin(): Promise<void> {
    if (this.begun || this.stopped) return;
    this.begun = true;
    await this.registerDevice();
    if (!this.begun || this.stopped || this.endWatch) return;
    this.endWatch = this.backend.realtime.watch(realtimePaths.humans(demoTeamId, this.person.id), {
      next: ({ value }) => (holdsHuman(value) ? this.stepBack() : this.stepForward()),
    });
  }

  private leave(): void {
    this.begun = false;
    this.endWatch?.();
    this.endWatch = null;
    this.stepBack();
  }

  private stepForward(): void {
    if (this.retreat || this.stopped) return;
    const leave = this.activities.map((begin) => begin(this));
    this.retreat = () => {
      for (const one of leave) one();
    };
  }

  private stepBack(): void {
    this.retreat?.();
    this.retreat = null;
  }

  private async registerDevice(): Promise<void> {
    let registration: string | null = null;
    await this.attempt(async () => {
      registration = (await this.backend.messaging.register({ ask: true })).id;
    });
    await this.call('registerDevice', {
      deviceId: `simulated-${this.person.id}`,
      registration,
      label: 'Simulated phone',
      userAgent: 'Muster demonstration',
    });
  }

  /** Confirms that the phone has shown a push message. */
  private async confirm({ data }: PushMessage): Promise<void> {
    const { kind, pageId, deliveryId } = data;
    if (kind !== 'page' || pageId === undefined || deliveryId === undefined || this.stopped) return;
    await this.call('recordReceipt', { pageId, deliveryId, receipt: 'shown' });
  }
}

function holdsHuman(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(
    (one) => typeof one === 'object' && one !== null && 'human' in one && one.human === true,
  );
}
