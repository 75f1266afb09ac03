/** Outcomes that the store does not take: the task of a slow channel is tried again. */
import { expect, test } from 'vitest';
import { createFunctions } from '#functions/index.ts';
import { PortError } from '#ports/errors.ts';
import type { OutgoingMail, ServerMail } from '#ports/server/mail.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { deliverTask } from '../tasks.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';

test('a mail whose outcome could not be stored is sent again within a minute', async () => {
  const sent: OutgoingMail[] = [];
  let confirmation = '';
  let down = false;
  const mail: ServerMail = {
    origin: 'https://muster.example',
    send: async (one) => {
      if (one.subject.includes('Search is down')) {
        sent.push(one);
        down = sent.length === 1;
      } else confirmation = one.text;
      return { messageId: 'a@muster.example', outcome: 'accepted', receipt: null };
    },
    outcomeOf: async () => 'queued',
  };
  // Fetched with the first mail.
  await import('./mail/send-by-mail.ts');
  await import('../mail/confirmation.ts');
  await import('../mail/mail-route.ts');
  const functions = createFunctions();
  const { [deliverTask]: sendApart, ...tasks } = functions.tasks;
  const stage = await FunctionsStage.open(
    {
      ...functions,
      schedules: {},
      tasks: {
        ...tasks,
        [deliverTask]: async (payload, server) => {
          const { docs } = server;
          const failing: typeof docs = {
            ...docs,
            async transaction(...all) {
              if (down) throw new PortError('unavailable', 'The store does not answer.');
              return docs.transaction(...all);
            },
          };
          await sendApart?.(payload, { ...server, docs: failing }).finally(() => {
            down = false;
          });
        },
      },
    },
    { mail },
  );
  try {
    await stage.call('lena', 'saveMailSettings', { address: 'lena.mail@example.com', notices: false });
    await stage.cloud.advance(1);
    const { control } = await stage.stranger('machine');
    const path = /\/in\/mail\/confirm\/\S+/u.exec(confirmation)?.[0] ?? '';
    await control.http({ method: 'POST', path, headers: {}, body: 'do=confirm' });
    await settle();
    await stage.call('amara', 'declareIncident', {
      ...{ title: 'Search is down', severity: 'SEV2', serviceIds: [], alertId: null, private: false },
      page: [{ kind: 'people', userIds: ['lena'] }],
    });
    await stage.cloud.advance(1);
    expect(sent).toHaveLength(1);
    await stage.cloud.advance(60_000);
    expect(sent).toHaveLength(2);
  } finally {
    await stage.close();
  }
});
