/** An outbox over a scripted server. */
import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach } from 'vitest';
import { PortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import type { Performance, Trace } from '#ports/performance/performance.ts';
import { commandGiven, commandOptions } from '#src/data/client/command-options.ts';
import { attachCommands, type Command } from '#src/data/client/sending.ts';
import { attachOutbox } from '#src/data/client/outbox.ts';
import type { OutboxStorage } from '#src/data/client/outbox-storage.ts';

/** A server that does each command id once, as Muster's functions do. */
export class OutboxServer {
  readonly done: string[] = [];
  calls = 0;
  /** The team of each command that was done, by the command's id. */
  readonly teams: Record<string, string> = {};
  refuse: PortError | null = null;
  /** Name of the calls that are answered `unavailable`. */
  unavailable = '';
  readonly functions = {
    call: async (name: string, input: { commandId: string; teamId: string }) => {
      this.calls++;
      if (this.refuse) throw this.refuse;
      if (name === this.unavailable) throw new PortError('unavailable', 'No answer.');
      this.teams[input.commandId] = input.teamId;
      if (!this.done.includes(input.commandId)) this.done.push(input.commandId);
      return { revision: this.done.length };
    },
  } as unknown as Functions;
}

const trace: Trace = {
  start: () => undefined,
  stop: () => undefined,
  putMetric: () => undefined,
  incrementMetric: () => undefined,
  metric: () => 0,
  putAttribute: () => undefined,
  removeAttribute: () => undefined,
  attribute: () => null,
};

/** Commands alone are given here. */
const noDocs = {} as Docs;

const noRealtime = {} as Realtime;

const performance = { trace: () => trace } as unknown as Performance;

export function memoryOutbox(): OutboxStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    watch: () => () => undefined,
  };
}

export const joinCommand = (id: string): Command<'joinIncident'> =>
  commandGiven('joinIncident', { teamId: 'team', commandId: id, incidentId: 'incident' }, 1);

export const acknowledgeCommand = (
  commandId: string,
  pageId: string,
  givenAt = 1,
): Command<'acknowledgePage'> =>
  commandGiven('acknowledgePage', { teamId: 'team', commandId, pageId }, givenAt);

/** A turn of the event loop. */
export const outboxTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** This browser's clock: its beats run when it is moved. */
export const outboxClock = {
  now: 1,
  beats: new Set<() => void>(),
  move(to: number) {
    outboxClock.now = to;
    for (const beat of outboxClock.beats) beat();
  },
  live: {
    now: () => outboxClock.now,
    every(_: number, run: () => void) {
      outboxClock.beats.add(run);
      return () => outboxClock.beats.delete(run);
    },
  },
};

const outboxClients: QueryClient[] = [];

/** Hooks of a test file: before each test the clock is at 1 and the network off; after it clients are cleared. */
export function isolateOutbox(): void {
  beforeEach(() => {
    outboxClock.now = 1;
    outboxClock.beats.clear();
    onlineManager.setOnline(false);
  });
  afterEach(() => {
    for (const client of outboxClients.splice(0)) client.clear();
    onlineManager.setOnline(true);
  });
}

/** A page: its own client, the browser's storage, the shared server. */
export function outboxPage(
  server: OutboxServer,
  storage: OutboxStorage,
  uid = 'lin',
  client = new QueryClient(),
) {
  const unstored: number[] = [];
  outboxClients.push(client);
  client.mount();
  attachCommands(client, {
    now: () => outboxClock.now,
    functions: () => server.functions,
    performance: () => performance,
  });
  const carriers = { docs: noDocs, realtime: noRealtime, now: () => outboxClock.now };
  const onUnstored = (count: number) => void unstored.push(count);
  const options = { clock: outboxClock.live, carriers, onUnstored };
  const stop = attachOutbox(client, storage, { uid, teamId: 'team' }, options);
  const give = (id: string) => send(joinCommand(id));
  const send = (given: Command) =>
    new MutationObserver<unknown, Error, Command>(client, commandOptions(given)).mutate(given);
  const leave = () => {
    stop();
    client.unmount();
    client.clear();
  };
  return { client, give, send, leave, stop, unstored };
}
