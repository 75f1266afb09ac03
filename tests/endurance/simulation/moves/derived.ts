/** A move for a command, made of its entry in the catalogue: what it is asked of, its schema and its label. */
import fc from 'fast-check';
import { commandCatalogue, type CommandName } from '#api/commands.ts';
import { expectationOf } from '#domain/page/expectation.ts';
import { inputsOf, type Pools } from '#tests/app/functions/inputs.ts';
import { accounts, policyIds, serviceIds } from '../team.ts';
import type { SimulatedBrowser } from '../world/browser.ts';
import { chanceOf, type Dice, pick } from '../world/plan.ts';
import type { World } from '../world/world.ts';
import { anIncident, type MoveKind } from './kind.ts';

/** A page that notifies them, or else any. */
function aPage(world: World, { uid }: SimulatedBrowser, [die, other]: Dice) {
  const asking = world.pages.filter(({ waitingFor }) => waitingFor.includes(uid));
  if (asking.length > 0 && chanceOf(75, die)) return pick(asking, other);
  const live = world.pages.filter(({ status }) => status !== 'cancelled');
  return pick(chanceOf(85, die >> 2) ? live : world.pages, other);
}

function anAlert(world: World, [die, other]: Dice) {
  const open = world.alerts.filter(({ status }) => status !== 'resolved');
  return pick(chanceOf(85, die) && open.length > 0 ? open : world.alerts, other);
}

const idOf = (entity: { readonly id: string } | undefined): readonly string[] => (entity ? [entity.id] : []);

/** Ids for an input, by the name of the field. */
const poolsFor = (world: World, browser: SimulatedBrowser, dice: Dice): Pools => ({
  incidentId: idOf(anIncident(world, browser, dice)),
  intoId: idOf(pick(world.incidents, dice[1])),
  alertId: idOf(anAlert(world, dice)),
  pageId: idOf(aPage(world, browser, dice)),
  deviceId: idOf(pick(browser.views.docs('team/devices'), dice[0])),
  userId: accounts.map(({ uid }) => uid),
  fallbackPeople: accounts.map(({ uid }) => uid),
  userIds: accounts.map(({ uid }) => uid),
  timeOffId: ['leave-a', 'leave-b', 'leave-c'],
  policyId: policyIds,
  serviceIds,
});

/** Null, for one of its ids there is nothing yet. */
export const derivedMove = (
  name: CommandName,
  weight: number,
  more: Pick<MoveKind, 'who'> = {},
): MoveKind => ({
  weight,
  ...more,
  act(world, browser, dice) {
    const pools = poolsFor(world, browser, dice);
    const { input, labels } = commandCatalogue[name];
    if (Object.keys(input.entries).some((field) => pools[field]?.length === 0)) return null;
    const [made = {}] = fc.sample(inputsOf(name, pools), { seed: dice[3], numRuns: 1 });
    const { teamId: _, commandId: __, ...fields } = made;
    // The schema has made them for this very command.
    const page = world.page(String(fields['pageId']));
    // Most see the page as it is; the others looked earlier.
    const given =
      'expected' in input.entries && page !== null && chanceOf(80, dice[0] >> 3)
        ? { ...fields, expected: expectationOf(page) }
        : fields;
    world.give(browser, name, given as never);
    return `${labels.pending}: ${JSON.stringify(given)}`;
  },
});
