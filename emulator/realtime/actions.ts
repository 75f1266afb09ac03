/** Actions of a client, by their names on the wire. */
import type { RealtimeOperation, RealtimeOperations } from '#fakes/cloud/realtime/protocol.ts';
import type { DisconnectChange } from '#query/tree/disconnect-writes.ts';
import type { Priority } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import type { TreeSetting } from '#query/tree/change.ts';
import { priorityKey } from '#query/tree/node.ts';
import type { CloudSession } from './cloud-session.ts';
import { WireListens, type ListensContext } from './listens.ts';
import { listenQueryOf } from './queries.ts';
import { ok, type WireAnswer, type WireBody } from './wire.ts';
import { treePlaceOf, valueOf } from './values.ts';

export interface ActionContext extends ListensContext {
  isExpired(token: string): boolean;
}

/** @throws TypeError for what makes no sense */
type Action = (body: WireBody, context: ActionContext) => void;

export type Actions = Readonly<Record<string, Action>>;

const stale: WireAnswer = { s: 'datastale', d: 'The server holds something else.' };

/** For one connection. */
export function actionsOf(session: CloudSession): Actions {
  const listens = new WireListens();
  const ask = <Name extends RealtimeOperation>(
    operation: Name,
    payload: RealtimeOperations[Name]['payload'],
    { answer, refuse }: ActionContext,
    say: (reply: RealtimeOperations[Name]['reply']) => WireAnswer = () => ok(),
  ) => session.ask(operation, payload, { done: (reply) => answer(say(reply)), failed: refuse });
  const authenticate: Action = ({ cred = '' }, { answer, isExpired }) => {
    session.identify(cred);
    session.ask('identity', null, {
      done: (auth) => answer(ok({ auth: auth as Json })),
      failed: ({ message }) => answer({ s: isExpired(cred) ? 'expired_token' : 'invalid_token', d: message }),
    });
  };
  const leave = (will: DisconnectChange, context: ActionContext) => ask('onDisconnect', will, context);
  const nothing: Action = (_, { answer }) => answer(ok());

  return {
    auth: authenticate,
    gauth: authenticate,
    unauth(_, { answer }) {
      session.identify(null);
      answer(ok());
    },
    q: (body, context) => listens.listen(body, context),
    n(body, { answer }) {
      listens.unlisten(body);
      answer(ok());
    },
    g: ({ p, q }, context) => ask('get', listenQueryOf(p, q), context, ok),
    p(body, context) {
      const setting = settingOf(body);
      const { keys, value } = setting;
      if (body.h !== undefined)
        ask('transaction', { keys, hash: body.h, writes: [setting] }, context, ({ committed }) =>
          committed ? ok() : stale,
        );
      else if (keys.at(-1) === priorityKey)
        ask('setPriority', { stamp: null, keys: keys.slice(0, -1), priority: value as Priority }, context);
      else ask('set', { stamp: null, ...setting }, context);
    },
    m: (body, context) => ask('update', { stamp: null, values: settingsOf(body) }, context),
    o: (body, context) => leave({ action: 'set', ...settingOf(body) }, context),
    om: (body, context) => leave({ action: 'update', values: settingsOf(body) }, context),
    oc: ({ p }, context) => leave({ action: 'cancel', keys: treePlaceOf(p) }, context),
    // Counters of how the client fares, and proofs of its origin: nobody here asks for them.
    s: nothing,
    appcheck: nothing,
    unappeck: nothing,
  };
}

function settingOf({ p, d }: WireBody): TreeSetting {
  const keys = treePlaceOf(p);
  return { keys, value: valueOf(d, keys), priority: null };
}

function settingsOf({ p, d }: WireBody): readonly TreeSetting[] {
  if (typeof d !== 'object' || d === null) throw new TypeError('An update needs an object of values.');
  return Object.entries(d as Readonly<Record<string, Json>>).map(([relative, data]) => {
    const keys = treePlaceOf(p, relative);
    return { keys, value: valueOf(data, keys), priority: null };
  });
}
