/** Messages that the server's code hands to Cloud Messaging. */
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createServerPush } from '#adapters/firebase-admin/push.ts';
import type { OutgoingPush } from '#ports/server/server.ts';

interface SentPush {
  readonly data: Readonly<Record<string, string>>;
}

const projectId = 'demo-muster';

export async function sentByServer(message: OutgoingPush): Promise<SentPush> {
  const taken: SentPush[] = [];
  const service = setupServer(
    http.post(`https://fcm.googleapis.com/v1/projects/${projectId}/messages:send`, async ({ request }) => {
      taken.push(((await request.json()) as { readonly message: SentPush }).message);
      return HttpResponse.json({ name: `projects/${projectId}/messages/1` });
    }),
  );
  service.listen({ onUnhandledFrame: 'bypass' });
  const credential = { getAccessToken: async () => ({ access_token: 'good', expires_in: 3600 }) };
  const app = initializeApp({ projectId, credential }, 'sent-push');
  try {
    await createServerPush(app, { now: () => Date.now() }).send('cAAAAAAAAAAAAAAAAAAAA1', message);
  } finally {
    service.close();
    await deleteApp(app);
  }
  const [first] = taken;
  if (!first) throw new Error('Nothing was sent.');
  return first;
}
