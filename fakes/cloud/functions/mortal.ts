/** The ports of a run that is to die: after so many writes every request fails, so nothing more can be done. */
import type { ServerPorts } from '#ports/server/server.ts';
import { Crashed } from '../crash.ts';
import type { Platform } from '../service.ts';

/** What backend code works with for one run of `operation` (`call:NAME`, `task:NAME`, `schedule:NAME`, `http`). */
export function serverFor(platform: Platform, operation: string): ServerPorts {
  const diesAfter = platform.faults.crash('functions', operation);
  return diesAfter === null ? platform.server() : mortal(platform.server(), diesAfter);
}

/** A batch, and whatever else one method writes, counts as one write. */
function mortal(server: ServerPorts, diesAfter: number): ServerPorts {
  let left = diesAfter;
  let dead = false;
  const alive = async <T>(run: () => Promise<T>): Promise<T> => {
    if (dead) throw new Crashed();
    return run();
  };
  const writes = <T>(run: () => Promise<T>): Promise<T> =>
    alive(() => {
      dead = left-- <= 0;
      return alive(run);
    });
  const { docs, users, push, storage, realtime, config, tasks } = server;
  return {
    docs: {
      get: (path) => alive(() => docs.get(path)),
      find: (query) => alive(() => docs.find(query)),
      aggregate: (query, aggregates) => alive(() => docs.aggregate(query, aggregates)),
      batch: (batch) => writes(() => docs.batch(batch)),
      transaction: (run) => writes(() => docs.transaction(run)),
      newId: () => docs.newId(),
    },
    users: {
      get: (uid) => alive(() => users.get(uid)),
      byEmail: (email) => alive(() => users.byEmail(email)),
      create: (account) => writes(() => users.create(account)),
      setClaims: (uid, claims) => writes(() => users.setClaims(uid, claims)),
      customToken: (uid, claims) => alive(() => users.customToken(uid, claims)),
      revokeSessions: (uid) => writes(() => users.revokeSessions(uid)),
      setDisabled: (uid, disabled) => writes(() => users.setDisabled(uid, disabled)),
      remove: (uid) => writes(() => users.remove(uid)),
    },
    push: {
      send: (registration, message) => writes(() => push.send(registration, message)),
      subscribe: (registration, topic) => writes(() => push.subscribe(registration, topic)),
      unsubscribe: (registration, topic) => writes(() => push.unsubscribe(registration, topic)),
      sendToTopic: (topic, message) => writes(() => push.sendToTopic(topic, message)),
    },
    storage: {
      write: (path, content, settings) => writes(() => storage.write(path, content, settings)),
      read: (path) => alive(() => storage.read(path)),
      remove: (path) => writes(() => storage.remove(path)),
      revokeDownloadUrls: (path) => writes(() => storage.revokeDownloadUrls(path)),
    },
    realtime: {
      get: (path) => alive(() => realtime.get(path)),
      update: (values) => writes(() => realtime.update(values)),
    },
    config: { value: (key) => alive(() => config.value(key)) },
    clock: server.clock,
    tasks: { enqueue: (name, payload, options) => writes(() => tasks.enqueue(name, payload, options)) },
    random: server.random,
  };
}
