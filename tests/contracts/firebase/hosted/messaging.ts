/** Push: registrations by installation, and messages that wait for browsers that are away. */
import { http, HttpResponse } from 'msw';
import { notificationKey, sentAtKey } from '#adapters/firebase/messaging/wire.ts';
import { PortError } from '#ports/errors.ts';
import { checkOutgoing, checkTopic, longestTimeToLiveSeconds } from '#provider-kit/messaging/check.ts';
import type { OutgoingPush, ServerPush } from '#ports/server/server.ts';
import { installationOf } from './installations.ts';
import { apiKeyOf, type HostedNetwork } from './network.ts';

interface Waiting {
  readonly pushed: object;
  readonly until: number;
}

interface Registered {
  readonly apiKey: string;
  waiting: readonly Waiting[];
}

const mostWaiting = 100;
const url = 'https://fcmregistrations.googleapis.com/v1/projects/:project/registrations';

export class HostedMessaging {
  private readonly network: HostedNetwork;
  private readonly registrations = new Map<string, Registered>();
  private readonly topics = new Map<string, Set<string>>();
  private sent = 0;
  /** Push handlers of the browsers' service workers. */
  readonly workers = new Map<string, (pushed: object) => void>();
  /** Bodies of the registration requests. */
  readonly bodies: unknown[] = [];

  constructor(network: HostedNetwork) {
    this.network = network;
    network.joined = (apiKey) => {
      for (const registered of this.registrations.values())
        if (registered.apiKey === apiKey) this.deliver(registered);
    };
  }

  handlers() {
    return [
      http.post(url, async ({ request, params }) => {
        this.network.reach(request);
        this.bodies.push(await request.json());
        const fid = installationOf(request);
        const waiting = this.registrations.get(fid)?.waiting ?? [];
        this.registrations.set(fid, { apiKey: apiKeyOf(request), waiting });
        return HttpResponse.json({ name: `projects/${String(params['project'])}/registrations/${fid}` });
      }),
      http.delete(`${url}/:fid`, ({ request, params }) => {
        this.network.reach(request);
        this.registrations.delete(String(params['fid']));
        return HttpResponse.json({});
      }),
    ];
  }

  readonly push: ServerPush = {
    send: async (id, message) => {
      const pushed = this.wrap(message);
      this.post(id, pushed, message);
      return { id: pushed.fcmMessageId, pushService: 'fcm.googleapis.com' };
    },
    subscribe: async (id, topic) => {
      checkTopic(topic);
      this.known(id);
      this.topics.set(topic, (this.topics.get(topic) ?? new Set()).add(id));
    },
    unsubscribe: async (id, topic) => {
      this.topics.get(topic)?.delete(id);
    },
    sendToTopic: async (topic, message) => {
      checkTopic(topic);
      const pushed = this.wrap(message);
      for (const id of this.topics.get(topic) ?? []) this.post(id, pushed, message);
      return pushed.fcmMessageId;
    },
  };

  private wrap(message: OutgoingPush) {
    checkOutgoing(message);
    const { notification, data = {} } = message;
    return {
      fcmMessageId: `message-${++this.sent}`,
      from: '1',
      data: {
        ...data,
        [sentAtKey]: String(Date.now()),
        ...(notification ? { [notificationKey]: JSON.stringify(notification) } : {}),
      },
    };
  }

  private known(id: string): Registered {
    const registered = this.registrations.get(id);
    if (!registered) throw new PortError('messaging/registration-unknown', `Nobody is registered as ${id}.`);
    return registered;
  }

  private post(id: string, pushed: object, message: OutgoingPush): void {
    const registered = this.known(id);
    const seconds = message.timeToLiveSeconds ?? longestTimeToLiveSeconds;
    registered.waiting = [...registered.waiting, { pushed, until: Date.now() + seconds * 1000 }].slice(
      -mostWaiting,
    );
    this.deliver(registered);
    if (seconds === 0) registered.waiting = registered.waiting.filter((waiting) => waiting.pushed !== pushed);
  }

  private deliver(registered: Registered): void {
    if (this.network.isCut(registered.apiKey)) return;
    const due = registered.waiting.filter(({ until }) => until >= Date.now());
    registered.waiting = [];
    for (const { pushed } of due) this.workers.get(registered.apiKey)?.(structuredClone(pushed));
  }
}
