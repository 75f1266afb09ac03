/** A history: a plan carried out, the end of all faults, and the invariants. */
import { seededRandom } from '#provider-kit/random.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { invariants } from '../invariants/all.ts';
import type { Invariant } from '../invariants/invariant.ts';
import { checkDeliveriesSent } from '../invariants/deliveries.ts';
import { checkOthersPaged } from '../invariants/others-paged.ts';
import { checkPages } from '../invariants/pages.ts';
import type { Moves } from '../moves/kind.ts';
import { lineMoves } from '../moves/line.ts';
import { moves } from '../moves/all.ts';
import { pushServiceMoves } from '../moves/devices.ts';
import { anyRecordMoves } from '../moves/records.ts';
import { tallyOf } from './tally.ts';
import { chanceOf, type Move, planOf } from './plan.ts';
import { seats, World } from './world.ts';

export interface History {
  readonly wrongs: readonly string[];
  readonly story: readonly string[];
  readonly figures: Figures;
  /** Number of outcomes by kind. */
  readonly tally: ReadonlyMap<string, number>;
}

export interface Figures {
  readonly moves: number;
  readonly hours: number;
  readonly faults: number;
  readonly deaths: number;
  readonly commands: number;
  readonly messages: number;
}

/** Moves of a history, and its invariants. */
export interface Scenario {
  readonly moves: Moves;
  readonly invariants: readonly Invariant[];
}

export const everyday: Scenario = { moves, invariants };

/** A document of any kind becomes unreadable. Invariants that take what is stored for what is known do not apply. */
export const anyUnreadable: Scenario = {
  moves: { ...moves, ...anyRecordMoves },
  invariants: [checkPages, checkDeliveriesSent, checkOthersPaged],
};

/** Push services can't be reached: pages take their next ways at once. */
export const pushServicesDown: Scenario = {
  moves: { ...moves, ...pushServiceMoves },
  invariants,
};

/** Moves of every other seed: faults are four times as frequent. */
const stormy = (calmer: Moves): Moves =>
  Object.fromEntries(
    Object.entries(calmer).map(([kind, move]) => [
      kind,
      Object.hasOwn(lineMoves, kind) ? { ...move, weight: move.weight * 4 } : move,
    ]),
  );

export const planFor = (seed: number, length: number, scenario = everyday): readonly Move[] =>
  planOf(
    seededRandom(`plan ${seed}`),
    seed % 2 === 0 ? stormy(scenario.moves) : scenario.moves,
    seats.map(({ busy }) => busy),
    length,
  );

/** Carries out the plan until an invariant is violated, or to the end. `seen`: called with each message between clients and cloud. */
export async function runHistory(
  seed: number,
  plan: readonly Move[],
  scenario = everyday,
  seen: (message: unknown) => void = () => {},
): Promise<History> {
  const world = await World.open(seed);
  let messages = 0;
  const endTraffic = world.cloud.onTraffic((message) => {
    messages++;
    seen(message);
  });
  const checks = scenario.invariants.map((invariant) => invariant(world));
  const startedAt = world.now;
  let made = 0;
  try {
    await world.begin();
    for (const move of plan) {
      await world.advance(move.after);
      await make(world, scenario, move);
      await settle();
      for (const check of checks) await check.step?.();
      made++;
      if (world.wrongs.length > 0) break;
    }
    if (world.wrongs.length === 0) {
      await calm(world);
      for (const check of checks) await check.step?.();
      for (const check of checks) await check.end?.();
    }
  } finally {
    endTraffic();
    await world.close();
  }
  return {
    wrongs: world.wrongs,
    story: world.story,
    figures: {
      moves: made,
      hours: (world.now - startedAt) / 3_600_000,
      faults: world.faults,
      deaths: world.deaths,
      commands: world.commands.length,
      messages,
    },
    tally: tallyOf(world),
  };
}

async function make(
  world: World,
  { moves: kinds }: Scenario,
  { browser: at, kind, dice }: Move,
): Promise<void> {
  const move = kinds[kind];
  const chosen = chanceOf(80, dice[3]) ? move?.who?.(world, dice) : undefined;
  const browser = world.browsers.find(({ uid }) => uid === chosen) ?? world.browsers[at];
  if (!browser || !move) throw new Error(`There is no ${kind} in browser ${at}.`);
  const what = await move.act(world, browser, dice);
  if (what !== null) world.tell(`${browser.name} ${what}`);
}

/** Ends all faults, and gives the clients time to recover. */
async function calm(world: World): Promise<void> {
  world.tell('Nothing goes wrong any more.');
  world.cloud.faults.clear();
  world.ledger.unreachable.clear();
  for (const browser of world.browsers) browser.setNetwork(true);
  await world.operator.control.clearFaults();
  world.calmAt = world.now;
  // The longest anything waits is a minute, and a push is given up on after a quarter of an hour.
  for (let minute = 0; minute < 20; minute++) await world.advance(60_000);
}
