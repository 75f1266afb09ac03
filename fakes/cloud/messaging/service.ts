/** Messages to registrations and to topics. */
import { PortError } from '#ports/errors.ts';
import { checkOutgoing, checkTopic, longestTimeToLiveSeconds } from '#provider-kit/messaging/check.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { OutgoingPush, ServerPush } from '#ports/server/server.ts';
import * as v from 'valibot';
import { HourlyCounters } from '../quotas.ts';
import { readEach, RecordMap, serviceRecords } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import { storedAs, storedNumber } from '../stored.ts';
import { Mailbox, type MailboxState } from './mailbox.ts';
import { messagingPayloads } from './payloads.ts';
import type { AckPayload, RegisterPayload, RegistrationPayload } from './protocol.ts';
import type { PushAddress } from './push-address.ts';

export interface MessagingService extends CloudService {
  readonly server: ServerPush;
}

export function createMessagingService(platform: Platform): MessagingService {
  const registrationIds = platform.ids('registration');
  const messageIds = platform.ids('message');
  const now = () => platform.clock.now();
  const counters = new HourlyCounters(platform.options.quotas ?? null, platform.clock);
  const boxes = new RecordMap<Mailbox>((id) => platform.changed('messaging', () => [`box/${id}`]));
  const topics = new Map<string, Set<Mailbox>>();
  const restore = (states: readonly MailboxState[]) => {
    topics.clear();
    boxes.replaceAll(states.map((state) => [state.id, new Mailbox(state)]));
    for (const box of boxes.values()) {
      for (const topic of box.topics) join(box, topic);
      pushes?.resume(box);
    }
  };

  const need = (id: string): Mailbox => {
    const box = boxes.get(id);
    if (!box) throw unknown();
    return box;
  };
  const join = (box: Mailbox, topic: string) => {
    box.topics.add(topic);
    const members = topics.get(topic) ?? new Set();
    topics.set(topic, members.add(box));
  };
  const leave = (box: Mailbox, topic: string) => {
    box.topics.delete(topic);
    const members = topics.get(topic);
    members?.delete(box);
    if (members?.size === 0) topics.delete(topic);
  };
  const remove = (box: Mailbox) => {
    boxes.delete(box.id);
    for (const topic of [...box.topics]) leave(box, topic);
    box.end(unknown());
  };
  const pushes = platform.options.webPush?.open({
    clock: platform.clock,
    onFailure: platform.options.onFailure,
    changed: (box) => boxes.touch(box.id),
    gone: remove,
    isCurrent: (box) => boxes.get(box.id) === box,
  });
  /** A subscription belongs to the registration that gave it last: an earlier one was a tab of the same browser that is closed. */
  const reachBy = (box: Mailbox, push: PushAddress) => {
    if (!platform.options.webPush?.accepts(push))
      throw new PortError('invalid-argument', 'Messages can’t be sent to this push service.');
    for (const other of [...boxes.values()])
      if (other !== box && other.push?.endpoint === push.endpoint) {
        if (!other.isOpen()) remove(other);
        else {
          other.push = null;
          boxes.touch(other.id);
        }
      }
    const { endpoint, keys } = push;
    if (box.push?.endpoint === endpoint && box.push.keys.auth === keys.auth) return;
    box.push = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
    boxes.touch(box.id);
  };
  const deliver = (to: Iterable<Mailbox>, outgoing: OutgoingPush) => {
    checkOutgoing(outgoing);
    const message = compose(outgoing, messageIds.id(), now());
    const { timeToLiveSeconds = longestTimeToLiveSeconds } = outgoing;
    const expiresAt = now() + timeToLiveSeconds * 1000;
    const { urgency = 'normal' } = outgoing;
    const pushed = [...to].map((box) => {
      boxes.touch(box.id);
      const sequence = box.put(message, now(), timeToLiveSeconds * 1000, urgency);
      return box.push && pushes ? pushes.deliver({ box, sequence, message, urgency, expiresAt }) : null;
    });
    return { id: message.id, pushed };
  };

  return {
    name: 'messaging',
    payloads: messagingPayloads,
    requests: {
      /** Public key by which a browser subscribes to its push service; `null` where this cloud sends no web push. */
      pushKey: (): string | null => platform.options.webPush?.publicKey ?? null,
      register: ({ id, push }: RegisterPayload, session): RegistrationPayload => {
        const known = id === null ? undefined : boxes.get(id);
        if (!known) counters.take('registrationsPerHour', session.peer);
        const box =
          known ?? new Mailbox({ id: registrationIds.id(), topics: [], lastSequence: 0, waiting: [] });
        if (!known) boxes.set(box.id, box);
        if (push) reachBy(box, push);
        return { id: box.id };
      },
      unregister: ({ id }: RegistrationPayload) => {
        remove(need(id));
      },
      ack: ({ id, sequence }: AckPayload) => {
        if (need(id).acknowledge(sequence)) boxes.touch(id);
      },
    },
    topics: {
      deliver: ({ id }: RegistrationPayload, _session, sink) => need(id).open(sink, now()),
    },
    snapshot: () => [...boxes.values()].map((box) => box.state()),
    restore: (data) => restore(data as readonly MailboxState[]),
    records: serviceRecords({ box: boxes.part((box) => box.state()) }, ({ box }, aside) =>
      restore(readEach('box', box, aside, storedBox)),
    ),
    server: {
      async send(id, message) {
        const sent = deliver([need(id)], message);
        const [pushed] = sent.pushed;
        const pushService = (await pushed) ?? null;
        if (pushed) need(id);
        return { id: sent.id, pushService };
      },
      async sendToTopic(topic, message) {
        checkTopic(topic);
        return deliver(topics.get(topic) ?? [], message).id;
      },
      async subscribe(id, topic) {
        checkTopic(topic);
        join(need(id), topic);
        boxes.touch(id);
      },
      async unsubscribe(id, topic) {
        checkTopic(topic);
        leave(need(id), topic);
        boxes.touch(id);
      },
    },
  };
}

const text = v.string();
const storedBox = storedAs<MailboxState>(
  v.looseObject({
    id: text,
    topics: v.array(text),
    lastSequence: storedNumber,
    waiting: v.array(
      v.looseObject({
        sequence: storedNumber,
        expiresAt: storedNumber,
        message: v.looseObject({ id: text, data: v.record(text, text), sentAt: storedNumber }),
      }),
    ),
    push: v.optional(
      v.looseObject({
        endpoint: v.pipe(text, v.url()),
        keys: v.looseObject({ p256dh: text, auth: text }),
      }),
    ),
  }),
);

const unknown = () =>
  new PortError('messaging/registration-unknown', 'There is no such registration, or not any more.');

/** A frozen copy of a message, shared by all recipients. */
function compose({ notification, data = {} }: OutgoingPush, id: string, sentAt: number): PushMessage {
  const base = { id, data: Object.freeze({ ...data }), sentAt };
  if (!notification) return Object.freeze(base);
  const actions = notification.actions?.map((action) => Object.freeze({ ...action }));
  const copy = actions ? { ...notification, actions: Object.freeze(actions) } : { ...notification };
  return Object.freeze({ ...base, notification: Object.freeze(copy) });
}
