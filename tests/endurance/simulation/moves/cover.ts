/** Requests for cover, on the schedule that no policy asks: whom a page asks is computed by an invariant from the other. */
import type { CoverRequest } from '#domain/cover/schema.ts';
import { hour } from '#domain/constants.ts';
import { onCallAt, shiftsBetween } from '#domain/schedule/rota.ts';
import { accounts } from '../team.ts';
import { chanceOf, type Dice, pick } from '../world/plan.ts';
import type { SimulatedBrowser } from '../world/browser.ts';
import type { World } from '../world/world.ts';
import type { MoveKind } from './kind.ts';

const someone = (die: number) => pick(accounts, die)?.uid ?? '';

/** Request in this state; sometimes in any. */
const aRequest = (world: World, status: CoverRequest['status'], [die, other]: Dice) =>
  pick(
    world.coverRequests.filter((one) => one.status === status || chanceOf(10, die)),
    other,
  );

const onRequest = (
  status: CoverRequest['status'],
  weight: number,
  what: string,
  give: (world: World, browser: SimulatedBrowser, request: CoverRequest, dice: Dice) => void,
): MoveKind => ({
  weight,
  act(world, browser, dice) {
    const request = aRequest(world, status, dice);
    if (!request) return null;
    give(world, browser, request, dice);
    return `${what} of ${request.userId}`;
  },
});

export const requestCover: MoveKind = {
  weight: 6,
  who: (world) => onCallAt(world.spare, world.overrides, world.now) ?? undefined,
  act(world, browser, [die, other, third]) {
    const { spare } = world;
    const shifts = shiftsBetween(spare, world.overrides, world.now, world.now + 12 * hour);
    const own = shifts.filter(({ userId }) => userId === browser.uid || chanceOf(30, die));
    const shift = pick(own, other);
    if (shift?.userId == null) return null;
    const half = (shift.endsAt - shift.startsAt) / 2;
    world.give(browser, 'requestCover', {
      requestId: browser.client.docs.newId(),
      scheduleId: spare.id,
      userId: shift.userId,
      startsAt: chanceOf(30, third) ? shift.startsAt + half : shift.startsAt,
      endsAt: shift.endsAt,
      asked: chanceOf(30, third >> 3) ? [someone(third >> 5)] : null,
      note: '',
    });
    return `asks for cover of ${shift.userId}`;
  },
};

export const takeCover = onRequest('open', 8, 'takes a shift', (world, browser, { id }, [, , third]) =>
  world.give(browser, 'takeCover', {
    requestId: id,
    userId: chanceOf(80, third) ? browser.uid : someone(third >> 3),
  }),
);

export const releaseCover = onRequest('taken', 3, 'gives back a shift', (world, browser, { id }) =>
  world.give(browser, 'releaseCover', { requestId: id }),
);

export const cancelCover = onRequest('open', 1, 'cancels a request for cover', (world, browser, { id }) =>
  world.give(browser, 'cancelCover', { requestId: id }),
);
