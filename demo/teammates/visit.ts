/** Visit of one teammate in one room: presence, perhaps a remark with the typing mark before it, departure. */
import { constants } from '#domain/constants.ts';
import { addComment, timelineEventOf } from '#domain/timeline/transitions.ts';
import { toDocument } from '#api/codec.ts';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { serverTime } from '#ports/realtime/realtime.ts';
import { demoTeamId } from '../team/people.ts';
import type { CastRole } from './cast.ts';
import type { Teammate } from './teammate.ts';

/** The last one: humans begin with the first. */
const teammateSlot = constants.presenceSlots - 1;
const beatMs = constants.presenceBeatSeconds * 1000;
/** Typing time per character, and at most. */
const perCharacterMs = 90;
const longestTypingMs = 9_000;

export class Visit {
  private readonly mate: Teammate;
  private readonly incidentId: string;
  private readonly plan: CastRole;
  private readonly presencePath: string;
  private readonly timers = new Set<() => void>();
  private present = false;
  private ended = false;

  constructor(mate: Teammate, incidentId: string, plan: CastRole) {
    this.mate = mate;
    this.incidentId = incidentId;
    this.plan = plan;
    this.presencePath = realtimePaths.presence(demoTeamId, incidentId, mate.person.id, teammateSlot);
    this.after(plan.arrivesInMs, () => this.arrive());
  }

  /** Ends the visit, also one that has not begun. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    if (this.present) void this.mate.attempt(() => this.mate.backend.realtime.remove(this.presencePath));
  }

  private async arrive(): Promise<void> {
    const joined = await this.mate.call('joinIncident', { incidentId: this.incidentId });
    if (!joined || this.ended) return;
    this.present = true;
    await this.mate.attempt(async () =>
      this.mate.backend.realtime.disconnects?.at(this.presencePath).remove(),
    );
    await this.show('looking');
    this.beat();
    const { line, speaksInMs } = this.plan;
    if (line !== null) this.after(speaksInMs, () => this.type(line));
  }

  private beat(): void {
    this.after(beatMs, async () => {
      const path = `${this.presencePath}/seenAt`;
      await this.mate.attempt(() => this.mate.backend.realtime.set(path, serverTime()));
      this.beat();
    });
  }

  private async type(line: string): Promise<void> {
    await this.show('typing');
    const typingMs = Math.min(longestTypingMs, line.length * perCharacterMs);
    this.after(typingMs, async () => {
      await this.write(line);
      await this.show('looking');
    });
  }

  private async write(body: string): Promise<void> {
    const { backend, person } = this.mate;
    // Id per person and incident: one remark only, also after another visit or a restart of the demonstration.
    const id = `remark-${person.id}`;
    const path = documentPaths.timelineEvent(demoTeamId, this.incidentId, id);
    await this.mate.attempt(async () => {
      if ((await backend.docs.get(path)).data !== null) return;
      const place = { id, teamId: demoTeamId, incidentId: this.incidentId, sequence: 0 };
      for (const event of addComment(body, { by: person.id, now: this.mate.clock.now() }).events) {
        const data = toDocument(timelineEventOf(event, place), serverTimestamp);
        await backend.docs.write({ type: 'set', path, data });
      }
    });
  }

  private async show(doing: 'looking' | 'typing'): Promise<void> {
    if (this.ended) return;
    const value = { userId: this.mate.person.id, connectionId: 'teammate', doing, seenAt: serverTime() };
    await this.mate.attempt(() => this.mate.backend.realtime.set(this.presencePath, value));
  }

  private after(delayMs: number, run: () => Promise<void> | void): void {
    const cancel = this.mate.after(delayMs, async () => {
      this.timers.delete(cancel);
      if (!this.ended) await run();
    });
    this.timers.add(cancel);
  }
}
