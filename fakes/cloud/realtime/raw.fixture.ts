/** Connection to the realtime service that sends any payload, malformed ones included. */
import { createChannel } from '../channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '../cloud.ts';
import type { FromCloud } from '../protocol.ts';
import type { CloudOptions } from '../cloud-options.ts';
import type { RealtimeOperation, RealtimeOperations } from './protocol.ts';

/** Query for all that lies at the root. */
export const whole = { keys: [], orderBy: 'priority', start: null, end: null, limit: null } as const;

export function raw(options: CloudOptions = {}, token: string | null = null) {
  const cloud = new FakeCloud(options);
  const [mine, theirs] = createChannel();
  cloud.accept(theirs);
  const answers = new Map<number, unknown>();
  mine.onMessage((message) => {
    const heard = message as FromCloud;
    if (heard.type === 'reply') answers.set(heard.id, heard.value);
    if (heard.type === 'end') answers.set(heard.id, heard.error?.code);
    if (heard.type === 'refusal') answers.set(heard.id, heard.error.code);
  });
  mine.send({ type: 'hello', clientId: 'wire', token });
  let id = 0;
  const ask = async <Name extends RealtimeOperation>(
    operation: Name,
    payload: RealtimeOperations[Name]['payload'],
  ) => {
    mine.send({ type: 'request', id: ++id, room: 'realtime', operation, payload });
    await settle();
    return answers.get(id);
  };
  const listen = async (payload: unknown) => {
    mine.send({ type: 'open', id: ++id, room: 'realtime', topic: 'listen', payload });
    await settle();
    return answers.get(id);
  };
  return {
    cloud,
    ask,
    listen,
    say: (message: unknown) => mine.send(message),
    async leave() {
      mine.close();
      await settle();
    },
  };
}
