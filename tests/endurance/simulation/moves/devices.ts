/** People's browsers as devices: made reachable, drilled, and the receipts that they send. */
import { isPortError } from '#ports/errors.ts';
import { chanceOf, pick } from '../world/plan.ts';
import { enable, label } from '../world/enable.ts';
import type { MoveKind, Moves } from './kind.ts';

export const disableDevice: MoveKind = {
  weight: 1,
  act(world, browser, [die]) {
    const own = pick(browser.views.docs('team/devices'), die);
    if (!own) return null;
    world.give(browser, 'registerDevice', { deviceId: own.id, registration: null, ...label });
    browser.client.messaging.unregister().catch((error: unknown) => {
      if (!isPortError(error)) throw error;
    });
    return 'turns this browser’s pages off';
  },
};

export const confirmNotification: MoveKind = {
  weight: 6,
  act(world, browser, [die, other]) {
    const message = pick(
      browser.received.filter(({ data }) => data['kind'] === 'page'),
      die,
    );
    if (!message) return null;
    const { pageId = '', deliveryId = '' } = message.data;
    const receipt = chanceOf(60, other) ? 'shown' : 'opened';
    world.give(browser, 'recordReceipt', { pageId, deliveryId, receipt });
    return `says that a page was ${receipt}`;
  },
};

/** The push service of a browser can't be reached, or can again. */
export const pushServiceMoves: Moves = {
  pushService: {
    weight: 25,
    async act({ ledger: { unreachable } }, browser) {
      const registration = (await browser.client.messaging.registration())?.id;
      if (registration === undefined) return null;
      if (unreachable.delete(registration)) return 'has a push service that can be reached again';
      unreachable.add(registration);
      return 'has a push service that can’t be reached';
    },
  },
};

export const deviceMoves: Moves = {
  enable: {
    weight: 4,
    act(world, browser) {
      enable(world, browser).catch((error: unknown) => {
        if (!isPortError(error)) throw error;
      });
      return 'makes this browser reachable';
    },
  },
  look: {
    weight: 2,
    act(_, browser, [die]) {
      const visible = chanceOf(50, die);
      browser.browser.setVisible(visible);
      return visible ? 'looks at the screen' : 'looks away';
    },
  },
};
