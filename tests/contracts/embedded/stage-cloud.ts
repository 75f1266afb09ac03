/** The cloud of a stage, which is another one after a restart. */
import { type Channel } from '#fakes/cloud/channel.ts';
import { type MovableClock, ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { MemoryRecords } from '#fakes/cloud/kept.fixture.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import type { ServerPorts } from '#ports/server/server.ts';

export class StageCloud {
  readonly clock: MovableClock;
  /** Server ports of the present cloud. */
  readonly server: ServerPorts;
  private readonly options: CloudOptions;
  private readonly records: MemoryRecords | null;
  private present: FakeCloud;

  /** `keeps`: a restart restores the changes stored one by one; without, a copy of everything. */
  constructor(options: CloudOptions, keeps: boolean) {
    this.clock = options.clock ?? new ManualClock();
    this.options = { ...options, clock: this.clock };
    this.records = keeps ? new MemoryRecords() : null;
    this.present = new FakeCloud(this.options);
    if (this.records) this.present.keepWith(this.records.keep, null);
    this.server = new Proxy({} as ServerPorts, {
      get: (_none, port) => this.present.server[port as keyof ServerPorts],
    });
  }

  now(): FakeCloud {
    return this.present;
  }

  accept(channel: Channel, options?: Parameters<FakeCloud['accept']>[1]): void {
    this.present.accept(channel, options);
  }

  /** Clients are cut off, and back when it resolves. */
  async restart(): Promise<void> {
    const before = this.present;
    await before.close();
    const next = new FakeCloud(this.options);
    if (this.records) next.keepWith(this.records.keep, this.records.found());
    else next.restore(decodeMessage(encodeMessage(before.snapshot())) as ReturnType<FakeCloud['snapshot']>);
    this.present = next;
    await next.advance(0);
  }

  dispose(): void {
    this.present.dispose();
  }
}
