/**
 * The stream that tells a client what it listens to. A target is added, its documents follow, then `CURRENT`; whatever belongs to
 * one moment ends with a `NO_CHANGE` for all targets, which is what makes the client show it.
 */
import type { DocState } from '#query/doc-state.ts';
import type { GetReply, DocsStreamEvent, ServedTargetChange } from '#fakes/cloud/docs/protocol.ts';
import { isPortError, PortError } from '#ports/errors.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { mostTargets } from '../bounds.ts';
import type { SocketConnection } from '../connection.ts';
import type { Call } from './call.ts';
import type { ListenMessage, WireTarget } from './messages.ts';
import type { ResourceNames } from './names.ts';
import { isLasting, statusOf } from './status.ts';
import { ResumeToken } from './resume-token.ts';
import { listenedIn } from './target.ts';
import { wireDocument, wireTime } from './values.ts';

interface Target {
  /** The client's name for it, which it may use again; the cloud's is never used twice. */
  readonly wireId: number;
  readonly held: Set<string>;
  readonly resumed: boolean;
}

export function serveListen(call: Call<ListenMessage>, cloud: SocketConnection, names: ResourceNames): void {
  new ListenStream(call, cloud, names).begin();
}

class ListenStream {
  private readonly call: Call<ListenMessage>;
  private readonly cloud: SocketConnection;
  private readonly names: ResourceNames;
  private readonly targets = new Map<number, Target>();
  private readonly byWireId = new Map<number, number>();
  /** Targets without a first answer of the cloud. */
  private readonly unanswered = new Set<number>();
  private nextId = 1;
  /** No time before this is told: the beginning of a store that has not changed yet is no time at all. */
  private earliest = 1;
  /** Events are handled one after the other. */
  private turn: Promise<void> = Promise.resolve();
  private ended = false;
  /** Told in parts, and not yet as a whole. */
  private moment: { readonly readTime: object; readonly resumeToken: Uint8Array } | null = null;

  constructor(call: Call<ListenMessage>, cloud: SocketConnection, names: ResourceNames) {
    this.call = call;
    this.cloud = cloud;
    this.names = names;
  }

  begin(): void {
    const { call, cloud } = this;
    this.turn = cloud.since().then((at) => {
      // Writes of the current moment are later.
      this.earliest = at * 1000 - 1;
    });
    cloud.open(
      'docs',
      'stream',
      { queue: null, resumable: true },
      {
        event: (event) => void this.queue(() => this.tell(event as DocsStreamEvent)),
        end: (error) => this.fail(error),
      },
    );
    call.listen({
      message: (message) => this.queue(() => this.receive(message)),
      end: () => this.close(),
      dropsRest: true,
    });
  }

  private queue(run: () => void | Promise<void>): Promise<void> {
    return (this.turn = this.turn.then(async () => {
      if (this.ended) return;
      try {
        await run();
      } catch (error) {
        this.fail(error);
      }
    }));
  }

  private fail(error: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.cloud.close();
    this.call.fail(statusOf(error));
  }

  private close(): void {
    if (this.ended) return;
    this.ended = true;
    this.cloud.close();
    this.call.end();
  }

  private send(message: object): void {
    if (!this.ended) this.call.write(message);
  }

  private receive({ addTarget, removeTarget }: ListenMessage): void {
    if (addTarget) this.add(addTarget);
    if (removeTarget !== undefined) this.remove(removeTarget);
  }

  private add(wire: WireTarget): void {
    const { targetId: wireId = 0, resumeToken, readTime } = wire;
    const target = this.nextId++;
    const resume = resumeToken?.length || readTime ? ResumeToken.read(resumeToken) : null;
    this.forget(wireId);
    if (this.targets.size >= mostTargets)
      throw new PortError('resource-exhausted', `A stream has at most ${mostTargets} targets.`);
    this.targets.set(target, { wireId, held: new Set(), resumed: resume !== null });
    this.unanswered.add(target);
    this.byWireId.set(wireId, target);
    this.send({ targetChange: { targetChangeType: 'ADD', targetIds: [wireId] } });
    Promise.resolve()
      .then(() =>
        this.cloud.request('docs', 'listen', { target, what: listenedIn(wire, this.names), resume }),
      )
      .catch((error: unknown) => this.queue(() => this.refuse(target, error)));
  }

  private remove(wireId: number): void {
    this.forget(wireId);
    this.send({ targetChange: { targetChangeType: 'REMOVE', targetIds: [wireId] } });
    this.sendMoment();
  }

  private forget(wireId: number): void {
    const target = this.byWireId.get(wireId);
    if (target === undefined) return;
    this.byWireId.delete(wireId);
    this.targets.delete(target);
    this.unanswered.delete(target);
    // If it fails, the connection is gone, and the target with it.
    this.cloud.request('docs', 'unlisten', { target }).catch(() => {});
  }

  private refuse(id: number, error: unknown): void {
    const target = this.targets.get(id);
    if (!target) return;
    if (!isLasting(error)) throw error;
    this.targets.delete(id);
    this.unanswered.delete(id);
    this.byWireId.delete(target.wireId);
    const { code, details } = statusOf(error);
    this.send({
      targetChange: {
        targetChangeType: 'REMOVE',
        targetIds: [target.wireId],
        cause: { code, message: details },
      },
    });
    this.sendMoment();
  }

  /** All targets are as of one moment, once none of them waits for its first answer: then it may be shown. */
  private sendMoment(): void {
    if (!this.moment || this.unanswered.size > 0) return;
    this.send({ targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], ...this.moment } });
    this.moment = null;
  }

  private async tell({ epoch, version, docs, targets }: DocsStreamEvent): Promise<void> {
    const concerned: { readonly target: Target; readonly change: ServedTargetChange }[] = [];
    for (const change of targets) {
      const target = this.targets.get(change.target);
      if (!target) continue;
      if (change.refused) this.refuse(change.target, errorFrom(change.refused));
      else concerned.push({ target, change });
    }
    const readTime = wireTime(Math.max(version, this.earliest));
    for (const { target, change } of concerned) {
      if (change.all) this.unanswered.delete(change.target);
      if (change.all && (change.anew ?? false))
        this.send({ targetChange: { targetChangeType: 'RESET', targetIds: [target.wireId] } });
      for (const path of change.removed ?? []) target.held.delete(path);
      for (const path of change.all ?? change.added ?? []) target.held.add(path);
    }
    const removedFrom = (path: string) =>
      concerned.filter(({ change }) => change.removed?.includes(path)).map(({ target }) => target.wireId);
    const told = new Set<string>();
    for (const doc of docs) {
      told.add(doc.path);
      const holders = concerned.filter(({ target }) => target.held.has(doc.path));
      const removedTargetIds = removedFrom(doc.path);
      if (doc.data)
        this.sendDocument(
          doc,
          holders.map(({ target }) => target.wireId),
          removedTargetIds,
        );
      else
        this.send({
          documentDelete: { document: this.names.of(doc.path), removedTargetIds, readTime },
        });
    }
    const gone = new Set(concerned.flatMap(({ change }) => change.removed ?? []));
    for (const path of gone) {
      if (told.has(path)) continue;
      const isStale = concerned.some(({ change }) => change.stale?.includes(path));
      await this.sendRemoved(path, removedFrom(path), isStale, readTime);
    }
    const resumeToken = ResumeToken.write({ epoch, since: version });
    for (const { target, change } of concerned) {
      if (!change.all) continue;
      const targetIds = [target.wireId];
      this.send({ targetChange: { targetChangeType: 'CURRENT', targetIds, readTime, resumeToken } });
      if (target.resumed) this.send({ filter: { targetId: target.wireId, count: change.all.length } });
    }
    this.moment = { readTime, resumeToken };
    // A reconnecting client adds all its targets at once: their first events are sent together, so that no partial
    // state is shown.
    if (concerned.some(({ change }) => change.all))
      setImmediate(guardListener(() => this.queue(() => this.sendMoment())));
    else this.sendMoment();
  }

  private sendDocument(
    doc: DocState,
    targetIds: readonly number[],
    removedTargetIds: readonly number[],
  ): void {
    this.send({ documentChange: { document: wireDocument(doc, this.names), targetIds, removedTargetIds } });
  }

  /** With what it holds now, if the caller may see that; a client that is not told asks for it by itself. */
  private async sendRemoved(
    path: string,
    removedTargetIds: readonly number[],
    isStale: boolean,
    readTime: object,
  ): Promise<void> {
    const now = isStale ? await this.visible(path) : null;
    if (now?.data) this.sendDocument(now, [], removedTargetIds);
    else this.send({ documentRemove: { document: this.names.of(path), removedTargetIds, readTime } });
  }

  private async visible(path: string): Promise<GetReply | null> {
    try {
      return await this.cloud.request<GetReply>('docs', 'get', { path });
    } catch (error) {
      if (isPortError(error)) return null;
      throw error;
    }
  }
}
