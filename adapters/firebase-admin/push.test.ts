/** Answered by MSW as the hosted service answers: it has no official local part. */
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OutgoingPush } from '#ports/server/server.ts';
import { createServerPush } from './push.ts';

const app = initializeApp(
  {
    projectId: 'demo-muster',
    credential: { getAccessToken: async () => ({ access_token: 'good', expires_in: 3600 }) },
  },
  'push',
);
const push = createServerPush(app, { now: () => 1000 });
const sendUrl = 'https://fcm.googleapis.com/v1/projects/demo-muster/messages:send';
const service = setupServer();
let sent: unknown[] = [];

beforeAll(() => service.listen());
afterEach(() => {
  service.resetHandlers();
  sent = [];
});
afterAll(async () => {
  service.close();
  await deleteApp(app);
});

const accept = () =>
  service.use(
    http.post(sendUrl, async ({ request }) => {
      expect(request.headers.get('authorization')).toBe('Bearer good');
      sent.push(((await request.json()) as { readonly message: unknown }).message);
      return HttpResponse.json({ name: 'projects/demo-muster/messages/1' });
    }),
  );

const refuse = (status: number, errorCode: string) =>
  service.use(
    http.post(sendUrl, () =>
      HttpResponse.json(
        {
          error: {
            status: 'SOME',
            message: 'refused',
            details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
          },
        },
        { status },
      ),
    ),
  );

const message: OutgoingPush = {
  notification: { title: 'Checkout is down', body: 'Step 1', tag: 'p', link: '/?page=p' },
  data: { pageId: 'p' },
  timeToLiveSeconds: 300,
  urgency: 'high',
};
const installation = 'cAAAAAAAAAAAAAAAAAAAA1';

test('a push to an installation uses its id and sends everything as data', async () => {
  accept();
  expect(await push.send(installation, message)).toEqual({
    id: 'projects/demo-muster/messages/1',
    pushService: 'fcm.googleapis.com',
  });
  expect(sent).toEqual([
    {
      fid: installation,
      data: {
        pageId: 'p',
        'muster.sent-at': '1000',
        'muster.notification': JSON.stringify(message.notification),
      },
      webpush: { headers: { TTL: '300', Urgency: 'high' } },
    },
  ]);
});

test('a push to a registration of an older SDK uses its token, and to a topic its name', async () => {
  accept();
  await push.send('a-token:of-an-older-sdk', {});
  await push.sendToTopic('drills', {});
  expect(sent).toMatchObject([{ token: 'a-token:of-an-older-sdk' }, { topic: 'drills' }]);
});

test.each([
  [404, 'UNREGISTERED', 'messaging/registration-unknown', false],
  [429, 'QUOTA_EXCEEDED', 'resource-exhausted', true],
  [503, 'UNAVAILABLE', 'unavailable', true],
  [403, 'SENDER_ID_MISMATCH', 'permission-denied', false],
])('%i %s maps to %s', async (status, errorCode, code, retryable) => {
  refuse(status, errorCode);
  await expect(push.send(installation, message)).rejects.toMatchObject({ code, retryable });
});

test('an error about an unreachable service contains its host', async () => {
  service.use(http.post(sendUrl, () => HttpResponse.error()));
  await expect(push.send(installation, message)).rejects.toMatchObject({
    code: 'unavailable',
    details: { pushService: 'fcm.googleapis.com' },
  });
});

test('a message that the port rejects is not sent', async () => {
  accept();
  await expect(push.send(installation, { timeToLiveSeconds: -1 })).rejects.toMatchObject({
    code: 'out-of-range',
  });
  await expect(push.sendToTopic('a b', {})).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(sent).toEqual([]);
});
