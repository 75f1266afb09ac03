/** Machines that send alerts, and send them again until they are taken, as Alertmanager and PagerDuty's clients do. */
import { ingestKeyId } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import { type AlertSender, teamId } from '../team.ts';
import { alertmanager, hookOf, pagerduty } from '../messages.ts';

export type Signal = 'trigger' | 'acknowledge' | 'resolve';

export interface AcceptedSignal {
  readonly sender: AlertSender;
  readonly key: string;
  readonly signal: Signal;
  readonly sentAt: number;
  readonly takenAt: number;
}

interface Message {
  readonly sender: AlertSender;
  readonly key: string;
  readonly signal: Signal;
  /** First word of the summary: secret as long as its alert has been in private incidents only. */
  readonly word: string;
}

/** Surroundings of the machines. */
export interface MachineSite {
  readonly now: number;
  readonly cloud: Pick<FakeCloud, 'clock'>;
  readonly operator: Pick<EmbeddedClient, 'control'>;
  readonly unreadable: { has(path: string): boolean };
  newSecret(): string;
  wrong(sentence: string): void;
}

const maxAttempts = 12;

export class Machines {
  /** Accepted signals, in the order of their answers. */
  readonly taken: AcceptedSignal[] = [];
  /** Newest news by sender and key, which is sent again. */
  private readonly news = new Map<string, number>();
  private readonly world: MachineSite;
  private underWay = 0;

  constructor(world: MachineSite) {
    this.world = world;
  }

  get busy(): boolean {
    return this.underWay > 0;
  }

  /** Whether the documents by which a sender is known are readable. */
  isReadable({ id, key }: AlertSender): boolean {
    const paths = [documentPaths.integration(teamId, id), serverPaths.integrationKey(ingestKeyId(key))];
    return !paths.some((path) => this.world.unreadable.has(path));
  }

  send(sender: AlertSender, key: string, signal: Signal): void {
    const name = `${sender.id} ${key}`;
    const version = (this.news.get(name) ?? 0) + 1;
    this.news.set(name, version);
    const isNews = () => this.news.get(name) === version;
    this.underWay++;
    const word = this.world.newSecret();
    void this.deliver({ sender, key, signal, word }, isNews).finally(() => this.underWay--);
  }

  private async deliver(message: Message, isNews: () => boolean): Promise<void> {
    const { world } = this;
    const { sender, key, signal } = message;
    for (let attempt = 0; attempt < maxAttempts && isNews(); attempt++) {
      const sentAt = world.now;
      const { status, body } = await this.post(message);
      if (status < 300) {
        this.taken.push({ sender, key, signal, sentAt, takenAt: world.now });
        return;
      }
      // An alert needs to know its sender, and no other document.
      if (status === 503 && body.includes('unreadable_record') && this.isReadable(sender))
        world.wrong(`${sender.id} was refused for a document that is not its own: ${body}`);
      if (status < 500 && status !== 429) {
        world.wrong(`${sender.id} was answered ${status} for an honest ${signal}.`);
        return;
      }
      await new Promise<void>((resolve) => {
        world.cloud.clock.setTimer(resolve, Math.min(1000 * 2 ** attempt, 60_000));
      });
    }
  }

  private post({ sender, key, signal, word }: Message): Promise<HttpResponse> {
    const [path, body] =
      sender.kind === 'alertmanager'
        ? [hookOf(sender), alertmanager(key, signal === 'resolve' ? 'resolved' : 'firing', word)]
        : ['/v2/enqueue', pagerduty(sender, key, signal, word)];
    const headers = { 'content-type': 'application/json' };
    return this.world.operator.control.http({ method: 'POST', path, headers, body: JSON.stringify(body) });
  }
}

export const keys = ['disk', 'queue', 'latency'] as const;
