/** Messages to registrations and to topics. */
import { PortError } from '#ports/errors.ts';
import { checkOutgoing, checkTopic, longestTimeToLiveSeconds } from '#ports/messaging/check.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { OutgoingPush, ServerPush } from '#ports/server/server.ts';
import { RecordMap, serviceRecords, valuesOf } from '../records.ts';
import type { CloudService, Platform } from '../service.ts';
import { Mailbox, type MailboxState } from './mailbox.ts';
import type { AckPayload, RegisterPayload, RegistrationPayload } from './protocol.ts';

export interface MessagingService extends CloudService {
  readonly server: ServerPush;
}

export function createMessagingService(platform: Platform): MessagingService {
  const registrationIds = platform.ids('registration');
  const messageIds = platform.ids('message');
  const now = () => platform.clock.now();
  const boxes = new RecordMap<Mailbox>((id) => platform.changed('messaging', () => [`box/${id}`]));
  const topics = new Map<string, Set<Mailbox>>();
  const restore = (states: readonly MailboxState[]) => {
    topics.clear();
    boxes.replaceAll(states.map((state) => [state.id, new Mailbox(state)]));
    for (const box of boxes.values()) for (const topic of box.topics) join(box, topic);
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
  const deliver = (to: Iterable<Mailbox>, outgoing: OutgoingPush): string => {
    checkOutgoing(outgoing);
    const message = compose(outgoing, messageIds.id(), now());
    const { timeToLiveSeconds = longestTimeToLiveSeconds } = outgoing;
    for (const box of to) {
      boxes.touch(box.id);
      box.put(message, now(), timeToLiveSeconds * 1000);
    }
    return message.id;
  };

  return {
    name: 'messaging',
    requests: {
      register: ({ id }: RegisterPayload): RegistrationPayload => {
        if (id !== null && boxes.has(id)) return { id };
        const made = registrationIds.id();
        boxes.set(made, new Mailbox({ id: made, topics: [], lastSequence: 0, waiting: [] }));
        return { id: made };
      },
      unregister: ({ id }: RegistrationPayload) => {
        const box = need(id);
        boxes.delete(id);
        for (const topic of [...box.topics]) leave(box, topic);
        box.end(unknown());
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
    records: serviceRecords({ box: boxes.part((box) => box.state()) }, ({ box }) => restore(valuesOf(box))),
    server: {
      send: async (id, message) => deliver([need(id)], message),
      async sendToTopic(topic, message) {
        checkTopic(topic);
        return deliver(topics.get(topic) ?? [], message);
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

const unknown = () =>
  new PortError('messaging/registration-unknown', 'There is no such registration, or not any more.');

/** One frozen copy, which all who receive it may share. */
function compose({ notification, data = {} }: OutgoingPush, id: string, sentAt: number): PushMessage {
  const base = { id, data: Object.freeze({ ...data }), sentAt };
  if (!notification) return Object.freeze(base);
  const actions = notification.actions?.map((action) => Object.freeze({ ...action }));
  const copy = actions ? { ...notification, actions: Object.freeze(actions) } : { ...notification };
  return Object.freeze({ ...base, notification: Object.freeze(copy) });
}
