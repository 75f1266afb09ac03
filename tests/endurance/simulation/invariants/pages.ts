/**
 * Pages: every step in order, none left out that would have found somebody, none twice; each at the instant it was due; nobody is
 * asked while a page is acknowledged, or once it is over. Read off the deliveries, which are made for everyone who is asked.
 */
import type { CommandInput } from '#api/commands.ts';
import { constants } from '#domain/constants.ts';
import { expectationOf } from '#domain/page/expectation.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { teamId } from '../team.ts';
import type { Commit } from '../world/ledger.ts';
import type { World } from '../world/world.ts';
import { eventsOf } from './incidents.ts';
import type { Invariant } from './invariant.ts';
import {
  askedBy,
  delayMsOf,
  isRoundRobin,
  placeOf,
  reachable,
  stepsOf,
  type EscalationStep,
  showStep,
} from './escalation.ts';

const pagePath = new RegExp(`^${collectionPaths.pages(teamId)}/[^/]+$`, 'u');
const timeoutMs = constants.acknowledgeTimeoutMinutes * 60_000;
/** A sweep may have died, and the one after it. */
const lateMs = 4 * 60_000;

/** Persons notified at one instant. */
interface Asking {
  readonly at: number;
  readonly uids: readonly string[];
}

export const checkPages: Invariant = (world) => {
  world.ledger.listen({
    committed(commit, before) {
      for (const [path, entity] of commit.writes)
        if (pagePath.test(path) && entity !== null)
          new Change(world, commit, before(path) as Page | null, entity as unknown as Page).check();
    },
  });
  const late = (ms: number) => {
    for (const page of world.pages)
      if (page.nextAt !== null && world.now - page.nextAt > ms)
        world.wrong(`Page ${page.id} is ${Math.round((world.now - page.nextAt) / 1000)} s late.`);
  };
  return { step: () => late(lateMs), end: () => late(61_000) };
};

class Change {
  private readonly world: World;
  private readonly commit: Commit;
  private readonly before: Page | null;
  private readonly after: Page;
  private readonly askings: readonly Asking[];

  constructor(world: World, commit: Commit, before: Page | null, after: Page) {
    this.world = world;
    this.commit = commit;
    this.before = before;
    this.after = after;
    this.askings = askingsOf(commit, after);
  }

  check(): void {
    const { before, after, askings } = this;
    if (before && after.revision <= before.revision) this.wrong('has a revision that does not grow');
    if (before?.status === 'cancelled' && after.status !== 'cancelled') this.wrong('lives on after its end');
    if (before?.status === 'exhausted' && askings.length > 0 && !this.isRepaged())
      this.wrong('asks on after it has given up');
    if (before?.status === 'cancelled' && askings.length > 0) this.wrong('asks on after its end');
    if (this.isRepaged() && !['acknowledged', 'exhausted'].includes(before?.status ?? ''))
      this.wrong(`is paged again while ${before?.status}`);
    if (this.isRepaged() && askings.length !== 1) this.wrong('is paged again and does not ask once');
    this.expected();
    this.handedBack();
    this.snoozed();
    this.escalate();
    this.rest();
    this.told();
  }

  /** Escalation from step to step. */
  private escalate(): void {
    const { before, after, askings, commit } = this;
    const steps = stepsOf(after);
    if (this.handedOver() || this.steppedOn() || this.steppedBack()) return;
    // A delayed drill has asked nobody yet.
    const isFirst = before === null || before.status === 'pending' || this.isRepaged() || this.isWoken();
    let place = isFirst ? -1 : placeOf(before, before);
    let again = before !== null && this.mayRepeat();
    for (const [turn, { at, uids }] of askings.entries()) {
      this.due(turn, at);
      const from = again ? place : place + 1;
      const found = steps.findIndex(
        (step, index) => index >= from && askedBy(this.world, after, step, commit.at).length > 0,
      );
      const step = steps[found];
      if (!step) return this.wrong(`asks ${uids.join()} though nobody is left to ask`);
      // A step that starts late notifies the person on call at that time.
      const expected = askedBy(this.world, after, step, commit.at);
      if (expected.toSorted().join() !== uids.join())
        return this.wrong(`asks ${uids.join()} where ${showStep(step)} is ${expected.join()}`);
      place = found;
      again = false;
    }
    if (askings.length > 0 && placeOf(after, after) !== place)
      this.wrong(`stands at ${showStep(after)} and asked for ${show(steps[place])}`);
    if (
      askings.length === 0 &&
      before !== null &&
      before.status !== 'pending' &&
      placeOf(after, after) !== place &&
      after.status !== 'exhausted'
    )
      this.wrong(`went from ${showStep(before)} to ${showStep(after)} and asked nobody`);
    if (after.status === 'exhausted' && before?.status !== 'exhausted') this.exhausted(place, steps);
  }

  /** The named person alone is asked, at the step where the page is. */
  private handedOver(): boolean {
    const { before, after, askings, commit } = this;
    if (!this.isOf('handOverPage') || before === null) return false;
    const { userId: to } = commit.run.input as CommandInput<'handOverPage'>;
    if (askings.length !== 1 || askings[0]?.uids.join() !== to || askings[0].at !== commit.at)
      this.wrong(`is handed to ${to} and asks ${askings.flatMap(({ uids }) => uids).join()}`);
    if (placeOf(after, after) !== placeOf(before, before)) this.wrong('moves on though it is handed over');
    return true;
  }

  /** No push reached anybody whom the page waited for: the next step that asks somebody else, and none after it. */
  private steppedOn(): boolean {
    const { before, after, askings, commit } = this;
    if (before === null || (after.steppedFrom ?? null) === null || askings.length === 0) return false;
    this.nobodyReached(before);
    const next = this.nextStep(before);
    if (next === null || placeOf(after, after) !== placeOf(after, next))
      this.wrong(
        `stands at ${showStep(after)} and not at ${show(next ?? undefined)}, though no push reached anybody`,
      );
    const expected = next === null ? [] : askedBy(this.world, after, next, commit.at);
    const [asking, ...more] = askings;
    if (more.length > 0 || asking?.at !== commit.at || asking.uids.join() !== expected.toSorted().join())
      this.wrong(`asks ${asking?.uids.join()} and not ${expected.join()}, though no push reached anybody`);
    return true;
  }

  /** No member is left whom a push may reach: the page returns to the step where `steppedFrom` was set. */
  private steppedBack(): boolean {
    const { before, after, askings, commit } = this;
    const from = before?.steppedFrom ?? null;
    if (before === null || from === null || (after.steppedFrom ?? null) !== null) return false;
    if (askings.length > 0 || after.status !== 'notifying') return false;
    this.nobodyReached(before);
    const next = this.nextStep(before);
    if (next !== null) this.wrong(`goes back though ${showStep(next)} asks somebody else`);
    if (placeOf(after, after) !== placeOf(after, from)) this.wrong(`goes back to ${showStep(after)}`);
    if (after.nextAt !== commit.at + delayMsOf(after, after)) this.wrong('goes back without its delay');
    return true;
  }

  private nobodyReached({ waitingFor, acknowledgements }: Page): void {
    const unreached = this.unreached();
    for (const uid of waitingFor)
      if (!unreached.has(uid) && !acknowledgements.some(({ userId }) => userId === uid))
        this.wrong(`goes on though ${uid} may be reached`);
  }

  private nextStep(before: Page): EscalationStep | null {
    const { world, after, commit } = this;
    const unreached = this.unreached();
    const place = placeOf(after, before);
    const found = stepsOf(after).find(
      (step, index) =>
        index > place && askedBy(world, after, step, commit.at).some((uid) => !unreached.has(uid)),
    );
    return found ?? null;
  }

  /** People to whom all pushes of their newest notification before this change failed: as the deliveries say. */
  private unreached(): ReadonlySet<string> {
    const { before, after, world } = this;
    const failed = (uid: string, at: number) => {
      const own = world.ledger
        .in(collectionPaths.deliveries(teamId, after.id))
        .map(([, entity]) => entity as unknown as Delivery)
        .filter(({ userId, createdAt }) => userId === uid && createdAt === at);
      const isFailed = ({ status, failedAttempts = 0 }: Delivery) =>
        failedAttempts > 0 || ['failed', 'dropped', 'waiting'].includes(status);
      return own.length > 0 && own.every(isFailed);
    };
    const asked = (before?.notified ?? []).filter(({ userId, lastAt }) => failed(userId, lastAt));
    const noted = after.unreached ?? [];
    return new Set(
      asked.flatMap(({ userId, lastAt }) =>
        noted.some((one) => one.userId === userId && one.askedAt === lastAt) ? [userId] : [],
      ),
    );
  }

  /** The next step is the first one with recipients. */
  private isRepaged(): boolean {
    return this.isOf('repage');
  }

  /** Hand-back by its holder: notifies again at its position, without an acknowledgement. */
  private handedBack(): void {
    const { before, after, askings, commit } = this;
    if (!this.isHandedBack()) return;
    const isHolder = before?.acknowledgements.some(({ userId }) => userId === commit.run.uid) ?? false;
    if (before?.status !== 'acknowledged' || !isHolder) this.wrong(`is given back by ${commit.run.uid}`);
    if (askings.length !== 1 || after.acknowledgements.length > 0) this.wrong('is given back and still held');
  }

  private isHandedBack(): boolean {
    return this.isOf('handBackPage');
  }

  /**
   * Snooze by its holder: notifies nobody, and is due when the snooze ends; an ended snooze, after the whole acknowledge timeout.
   */
  private snoozed(): void {
    const { before, after, askings, commit } = this;
    const { snoozedUntilAt = null, nextAt, status } = after;
    if (snoozedUntilAt !== null && status !== 'acknowledged') this.wrong(`is snoozed and ${status}`);
    if (!this.isOf('snoozePage')) return;
    const { minutes } = commit.run.input as CommandInput<'snoozePage'>;
    const isHolder = before?.acknowledgements.some(({ userId }) => userId === commit.run.uid) ?? false;
    if (before?.status !== 'acknowledged' || !isHolder) this.wrong(`is snoozed by ${commit.run.uid}`);
    if (askings.length > 0) this.wrong('is snoozed and asks');
    const untilAt = commit.at + (minutes === null ? timeoutMs : minutes * 60_000);
    if (nextAt !== untilAt || snoozedUntilAt !== (minutes === null ? null : untilAt))
      this.wrong('sleeps for another time than it should');
  }

  /** End of a snooze: the page begins again. */
  private isWoken(): boolean {
    const hasSlept = (this.before?.snoozedUntilAt ?? null) !== null;
    return this.isByItself() && hasSlept && ['notifying', 'exhausted'].includes(this.after.status);
  }

  /** A command for an earlier state of the page changes nothing, and an escalation neither ends a page nor takes it from an unseen holder. */
  private expected(): void {
    const { before, after, commit } = this;
    const names = [
      'escalatePage',
      'declinePage',
      'handOverPage',
      'handBackPage',
      'repage',
      'snoozePage',
    ] as const;
    const name = names.find((one) => this.isOf(one));
    if (name === undefined || before === null) return;
    const { expected } = commit.run.input as CommandInput<typeof name>;
    const now = new Map<string, unknown>(Object.entries(expectationOf(before)));
    const isSame = Object.entries(expected ?? {}).every(([field, value]) => now.get(field) === value);
    if (!isSame) this.wrong(`is changed by a ${name} that expected another state`);
    if (name !== 'escalatePage') return;
    if (before.status === 'acknowledged' && expected?.status !== 'acknowledged')
      this.wrong('is taken from its holder by an escalation that did not know of them');
    if (after.status !== 'notifying') this.wrong(`is ${after.status} by an escalation`);
  }

  /** A command may write other pages, too: people who come into a private incident are copied to all of its pages. */
  private isOf(
    name: 'escalatePage' | 'declinePage' | 'handOverPage' | 'handBackPage' | 'repage' | 'snoozePage',
  ): boolean {
    // An effect of the command: the push of what it asked failed.
    if (this.isOfUnreached()) return false;
    const { operation, input } = this.commit.run;
    return operation === `call:${name}` && (input as CommandInput<typeof name>).pageId === this.after.id;
  }

  /** A change because pushes failed, or got through again. */
  private isOfUnreached(): boolean {
    const { before, after, askings } = this;
    if (before === null) return false;
    const from = [before.steppedFrom ?? null, after.steppedFrom ?? null];
    const isNoted = JSON.stringify(before.unreached ?? []) !== JSON.stringify(after.unreached ?? []);
    const isBack =
      from[0] !== null && from[1] === null && before.status === 'notifying' && after.status === 'notifying';
    return isNoted || (from[1] !== null && askings.length > 0) || (isBack && askings.length === 0);
  }

  private isByItself(): boolean {
    const { operation } = this.commit.run;
    return operation.startsWith('task:') || operation.startsWith('schedule:');
  }

  /** A step may be repeated: an acknowledgement ran out or was given back, or the next of a round robin replaces a person who declined. */
  private mayRepeat(): boolean {
    const { before, after, commit } = this;
    if (!before) return false;
    if (this.isHandedBack()) return true;
    if (this.isByItself()) return before.status === 'acknowledged' && !this.isWoken();
    const declined = after.declined.length > before.declined.length;
    return (
      declined && isRoundRobin(before, before) && reachable(this.world, after, before, commit.at).length > 0
    );
  }

  private due(turn: number, at: number): void {
    const { before, commit, askings } = this;
    if (at > commit.at) this.wrong('asks before it is time');
    const { operation } = commit.run;
    if (!operation.startsWith('task:tick') && !operation.startsWith('schedule:')) return;
    if ((this.after.steppedFrom ?? null) !== null) return;
    const earlier = askings[turn - 1];
    const expected = earlier ? null : before?.nextAt;
    if (expected !== undefined && expected !== null && at !== expected)
      this.wrong(`was due at ${expected} and asks as of ${at}`);
  }

  private exhausted(place: number, steps: readonly EscalationStep[]): void {
    const left = steps.findIndex(
      (step, index) => index > place && askedBy(this.world, this.after, step, this.commit.at).length > 0,
    );
    if (left >= 0) this.wrong(`gives up though ${show(steps[left])} could be asked`);
  }

  /** Next due time, and the persons that the page waits for. */
  private rest(): void {
    const { before, after, askings } = this;
    const { status, nextAt, waitingFor } = after;
    if (status !== 'notifying' && waitingFor.length > 0) this.wrong(`is ${status} and waits for somebody`);
    if (status === 'notifying' && nextAt === null) this.wrong('asks, and will never ask anybody else');
    if (['cancelled', 'exhausted'].includes(status) && nextAt !== null) this.wrong('is over and due');
    const last = askings.at(-1);
    if (status === 'notifying' && last && nextAt !== last.at + delayMsOf(after, after))
      this.wrong('waits for another time than its step says');
    const taken = status === 'acknowledged' && before?.status !== 'acknowledged';
    // A drill is over once it is answered.
    const until = after.subject.kind === 'drill' ? null : (after.endedAt ?? 0) + timeoutMs;
    if (taken && nextAt !== until) this.wrong('is acknowledged for another time than it should be');
  }

  /** The timeline speaks of each asking. */
  private told(): void {
    // Nothing is added to the timeline of an unreadable incident.
    if (this.after.incidentId === null || this.world.incident(this.after.incidentId) === null) return;
    const events = eventsOf(this.commit).flatMap((event) =>
      event.kind === 'page' &&
      event.pageId === this.after.id &&
      (event.change === 'notified' || event.change === 'handed-over')
        ? [event]
        : [],
    );
    const told = events.map(({ createdAt, userIds }) => `${createdAt} ${userIds.toSorted().join()}`);
    const asked = this.askings.map(({ at, uids }) => `${at} ${uids.join()}`);
    if (told.join(';') !== asked.join(';')) this.wrong(`asked ${asked.join(';')} and told ${told.join(';')}`);
  }

  private wrong(what: string): void {
    this.world.wrong(`Page ${this.after.id} ${what} (${this.commit.run.operation}).`);
  }
}

function askingsOf({ writes }: Commit, page: Page): readonly Asking[] {
  const prefix = `${collectionPaths.deliveries(teamId, page.id)}/`;
  const asked = new Map<number, Set<string>>();
  for (const [path, entity] of writes) {
    if (!path.startsWith(prefix) || entity === null) continue;
    const { createdAt, userId, revision } = entity as unknown as Delivery;
    if (revision !== 1) continue;
    asked.set(createdAt, (asked.get(createdAt) ?? new Set()).add(userId));
  }
  return [...asked]
    .map(([at, uids]) => ({ at, uids: [...uids].toSorted() }))
    .toSorted((one, other) => one.at - other.at);
}

const show = (step: EscalationStep | undefined) => (step ? showStep(step) : 'nothing');
