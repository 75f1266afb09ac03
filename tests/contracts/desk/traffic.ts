/**
 * Messages under way between clients and a cloud in one process, counted at both ends of each connection, so that no test waits
 * blindly.
 */
import type { Channel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { nextTurn } from '../firebase/until.ts';

/** Against hanging, not against slowness. */
const longestMs = 50_000;

export class Traffic {
  private readonly lines = new Set<Line>();
  private moved = 0;

  open(): Line {
    const line = new Line(() => {
      this.moved++;
      if (line.isGone()) this.lines.delete(line);
    });
    this.lines.add(line);
    return line;
  }

  /** Resolves once nothing is on its way, and nothing that has arrived set off more. @throws Error when that does not come */
  async settle(): Promise<void> {
    const end = performance.now() + longestMs;
    let before = -1;
    for (let turns = 0; before !== this.moved || this.isBusy(); turns++) {
      if (performance.now() > end) throw new Error('The clients and the cloud do not stop talking.');
      before = this.moved;
      await settle();
      await nextTurn(this.isBusy() ? turns : 0);
    }
  }

  private isBusy(): boolean {
    for (const line of this.lines) if (line.isBusy()) return true;
    return false;
  }
}

/** Counts of one connection. */
export class Line {
  private up = 0;
  private down = 0;
  private client: 'open' | 'gone' = 'open';
  private cloud: 'awaited' | 'open' | 'gone' = 'awaited';
  private readonly note: () => void;

  constructor(note: () => void) {
    this.note = note;
  }

  isGone(): boolean {
    return this.client === 'gone' && this.cloud !== 'open';
  }

  isBusy(): boolean {
    if (this.client === 'gone') return this.cloud === 'open';
    return this.cloud !== 'open' || this.up + this.down > 0;
  }

  clientEnd(channel: Channel): Channel {
    return this.end(channel, {
      sent: () => this.up++,
      received: () => this.down--,
      gone: () => (this.client = 'gone'),
    });
  }

  cloudEnd(channel: Channel): Channel {
    this.cloud = 'open';
    return this.end(channel, {
      sent: () => this.down++,
      received: () => this.up--,
      gone: () => (this.cloud = 'gone'),
    });
  }

  private end(channel: Channel, count: Record<'sent' | 'received' | 'gone', () => void>): Channel {
    const noted = (what: () => void) => {
      what();
      this.note();
    };
    let closed = () => {};
    channel.onClose(() => {
      noted(count.gone);
      closed();
    });
    return {
      send(message) {
        noted(count.sent);
        channel.send(message);
      },
      onMessage: (receive) =>
        channel.onMessage((message) => {
          noted(count.received);
          receive(message);
        }),
      onClose(next) {
        closed = next;
      },
      close() {
        noted(count.gone);
        channel.close();
      },
    };
  }
}
