/** Faults: cut networks, reloads, skewed clocks, and faults of the backend. */
import type { Fault, ServiceName } from '#ports/control.ts';
import { minute } from '#domain/constants.ts';
import { chanceOf, type Dice, pick } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import type { Moves } from './kind.ts';

const services: readonly ServiceName[] = ['docs', 'functions', 'realtime', 'storage', 'messaging', 'auth'];
/** Operations of crashes; those with the most remains, more often. */
const operations = [
  ...['http', 'http', 'http', 'task:tickPage', 'task:tickPage', 'task:wakeAlert', 'schedule:sweep'],
  ...[
    'declareIncident',
    'declareIncident',
    'page',
    'snoozeAlert',
    'declinePage',
    'escalatePage',
    'repage',
  ].map(call),
  ...['acknowledgePage', 'transitionIncident', 'assignRole', 'joinIncident', 'registerDevice'].map(call),
];

function call(name: string): string {
  return `call:${name}`;
}

function inject(world: World, fault: Fault): string {
  world.cloud.faults.inject(fault);
  world.faults++;
  world.authTroubled ||= 'service' in fault && fault.service === 'auth';
  const { kind, ...more } = fault;
  return `fault: ${kind} ${JSON.stringify(more)}`;
}

const times = (die: number) => 1 + (die % 4);

export const lineMoves: Moves = {
  network: {
    weight: 9,
    act(_, browser) {
      browser.setNetwork(!browser.online);
      return browser.online ? 'is online again' : 'goes offline';
    },
  },
  reload: {
    weight: 5,
    async act(_, browser) {
      await browser.reload();
      return 'loads the page anew';
    },
  },
  skew: {
    weight: 2,
    async act(world, browser, [die]) {
      const ms = ((die % 41) - 20) * minute;
      await browser.client.control.inject({ kind: 'clock-skew', ms });
      world.faults++;
      browser.skewed = true;
      return `has a clock that is ${ms / minute} minutes ahead`;
    },
  },
  latency: {
    weight: 3,
    act: (world, _, [die, other, third]) =>
      inject(world, {
        kind: 'latency',
        ms: die % 500,
        jitterMs: other % 20_000,
        times: 1 + (third % 60),
      }),
  },
  refuse: {
    weight: 3,
    act: (world, _, [die, other]) =>
      inject(world, {
        kind: 'refuse',
        service: pick(services, die) ?? 'docs',
        code: 'unavailable',
        times: times(other),
      }),
  },
  lose: {
    weight: 6,
    act: (world, _, [die, other]) =>
      inject(world, {
        kind: 'lose-answer',
        service: pick(services, die) ?? 'docs',
        times: times(other),
      }),
  },
  crash: {
    weight: 8,
    act: (world, _, dice) => inject(world, crash(dice)),
  },
  disconnect: {
    weight: 2,
    act: (world, browser, [die]) => {
      world.faults++;
      void browser.client.control.inject({ kind: 'disconnect', forMs: die % (3 * minute) });
      return 'everybody is cut off';
    },
  },
  quota: {
    weight: 2,
    act: (world, _, [die, other]) =>
      inject(world, {
        kind: 'quota',
        service: chanceOf(50, die) ? 'functions' : 'docs',
        requests: 1 + (other % 5),
        perMs: 10_000,
      }),
  },
  mend: {
    weight: 2,
    act(world) {
      world.cloud.faults.clear();
      return 'nothing is wrong with the backend any more';
    },
  },
};

function crash([die, other, third, fourth]: Dice): Fault {
  if (chanceOf(30, die)) return { kind: 'crash', service: 'docs', afterWrites: other % 4 };
  const operation = pick(operations, other) ?? 'http';
  const afterWrites = pick([0, 1, 1, 1, 2, 2, 3, 5], third) ?? 1;
  // Without an operation the next run crashes.
  if (chanceOf(20, fourth)) return { kind: 'crash', service: 'functions', afterWrites };
  return { kind: 'crash', service: 'functions', operation, afterWrites };
}
