import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RoomRole } from '#domain/incident/schema.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

/** A member with a registered device; returns the received pushes. */
async function reachable(who: string) {
  const client = await stage.person(who);
  const received: PushMessage[] = [];
  client.messaging.onMessage((message) => received.push(message));
  const { id: registration } = await client.messaging.register({ ask: true });
  const deviceId = `${who}-phone`;
  await stage.call(who, 'registerDevice', { deviceId, registration, label: '', userAgent: '' });
  return received;
}

async function declared({ hidden = false, title = 'Checkout fails' } = {}) {
  return stage.call('diego', 'declareIncident', {
    title,
    severity: 'SEV3',
    serviceIds: [],
    private: hidden,
    alertId: null,
    page: [],
  });
}

const offer = async (incidentId: string, role: RoomRole, userId: string) => {
  await stage.call('diego', 'assignRole', { incidentId, role, userId });
  await stage.cloud.advance(1);
};

describe('an offered role', () => {
  test('is pushed to the devices of the offered person', async () => {
    const [lena, kwame] = [await reachable('lena'), await reachable('kwame')];
    const { incidentId, number } = await declared();
    await offer(incidentId, 'commander', 'lena');
    expect(lena).toMatchObject([
      {
        notification: {
          title: `Diego Ramírez asks you to be commander of #${number}`,
          body: 'Checkout fails · open it to accept or decline',
          tag: `offer-${incidentId}-commander`,
          link: `/t/${teamId}/incidents/${number}`,
        },
        data: { kind: 'offer', incidentId, role: 'commander' },
      },
    ]);
    expect(kwame).toEqual([]);
  });

  test('is pushed once, however often the command is repeated', async () => {
    const lena = await reachable('lena');
    const { incidentId } = await declared();
    const again = { incidentId, role: 'scribe', userId: 'lena', commandId: 'the-same' } as const;
    await stage.call('diego', 'assignRole', again);
    await stage.call('diego', 'assignRole', again);
    await stage.cloud.advance(1);
    expect(lena).toHaveLength(1);
  });

  test('taken for oneself is pushed to no device', async () => {
    const diego = await reachable('diego');
    const { incidentId } = await declared();
    await offer(incidentId, 'scribe', 'diego');
    expect(diego).toEqual([]);
  });

  test('of a private incident admits the person, and the push omits its title', async () => {
    const lena = await reachable('lena');
    const { incidentId, number } = await declared({ hidden: true, title: 'Payroll leaked' });
    await offer(incidentId, 'operations', 'lena');
    expect((await stage.incident(incidentId)).people).toContain('lena');
    expect(lena[0]?.notification?.title).toBe(`Diego Ramírez asks you to run operations of #${number}`);
    expect(JSON.stringify(lena)).not.toContain('Payroll');
  });
});

describe('the notification of an offer is removed', () => {
  test.each([true, false])('once it is answered (accepted: %s)', async (accept) => {
    const lena = await reachable('lena');
    const { incidentId } = await declared();
    await offer(incidentId, 'scribe', 'lena');
    await stage.call('lena', 'acceptRole', { incidentId, role: 'scribe', accept });
    await stage.cloud.advance(1);
    const data = { kind: 'settled', tag: `offer-${incidentId}-scribe` };
    expect(lena.at(-1)).toMatchObject({ data });
    expect(lena.at(-1)?.notification).toBeUndefined();
    expect(lena).toHaveLength(2);
  });

  test('once the role is offered to another member or taken', async () => {
    const [lena, kwame] = [await reachable('lena'), await reachable('kwame')];
    const { incidentId } = await declared();
    await offer(incidentId, 'scribe', 'lena');
    await offer(incidentId, 'scribe', 'kwame');
    expect(lena.map(({ data }) => data['kind'])).toEqual(['offer', 'settled']);
    await offer(incidentId, 'scribe', 'diego');
    expect(kwame.map(({ data }) => data['kind'])).toEqual(['offer', 'settled']);
    expect(lena).toHaveLength(2);
  });

  test('once the incident is over', async () => {
    const lena = await reachable('lena');
    const { incidentId } = await declared();
    await offer(incidentId, 'scribe', 'lena');
    await stage.call('diego', 'transitionIncident', { incidentId, to: 'declined', note: '' });
    await stage.cloud.advance(1);
    expect(lena.map(({ data }) => data['kind'])).toEqual(['offer', 'settled']);
  });
});
