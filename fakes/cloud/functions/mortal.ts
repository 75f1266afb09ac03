/** The ports of a run that is to die: after so many writes every request fails, so nothing more can be done. */
import type { ServerPorts, ServerTransaction } from '#ports/server/server.ts';
import { Crashed } from '../crash.ts';
import type { Platform } from '../service.ts';

/**
 * Runs backend code as `operation` (`call:NAME`, `task:NAME`, `schedule:NAME`, `http`). The answer of a crashed run is
 * always `Crashed`, whatever its code returns; a crash in the background, after the answer, is reported to `onFailure`.
 */
export async function runOn<T>(
  platform: Platform,
  operation: string,
  run: (server: ServerPorts) => Promise<T>,
): Promise<T> {
  const diesAfter = platform.faults.crash('functions', operation);
  if (diesAfter === null) return run(platform.server());
  const life = new Life(diesAfter);
  const outcome = await run(mortal(platform.server(), life)).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  life.answer();
  if (life.over) throw new Crashed();
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

class Life {
  over = false;
  private left: number;
  private reported = false;
  private readonly answered = Promise.withResolvers<void>();

  constructor(writes: number) {
    this.left = writes;
  }

  /** Counts a write before it is made. @throws Crashed */
  spend(): void {
    this.over ||= this.left <= 0;
    if (this.over) throw new Crashed();
    this.left--;
  }

  /** Uncounts a write that was not made. */
  giveBack(): void {
    this.left++;
  }

  /** Ends the run after the last write that its budget allows. */
  written(): void {
    this.over ||= this.left <= 0;
  }

  /** End of the part before the answer: a death until then is the answer itself. */
  answer(): void {
    this.reported = this.over;
    this.answered.resolve();
  }

  /** Work after the answer. @throws Crashed once, where the run died in it, whatever the work made of that */
  async background(work: () => Promise<void>): Promise<void> {
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await this.answered.promise;
    const died = this.over && !this.reported;
    this.reported ||= this.over;
    if (died) throw new Crashed();
    if (failure !== null && !(failure.error instanceof Crashed)) throw failure.error;
  }
}

/** Server ports that count writes: a batch, and all writes of one method, are one write; a transaction too, when it commits. */
function mortal(server: ServerPorts, life: Life): ServerPorts {
  const alive = async <T>(run: () => Promise<T>): Promise<T> => {
    if (life.over) throw new Crashed();
    return run();
  };
  const writes = <T>(run: () => Promise<T>): Promise<T> =>
    alive(async () => {
      life.spend();
      try {
        const value = await run();
        life.written();
        return value;
      } catch (error) {
        life.giveBack();
        throw error;
      }
    });
  const transaction = <T>(run: (transaction: ServerTransaction) => Promise<T>): Promise<T> =>
    alive(async () => {
      let spent = false;
      const giveBack = () => {
        if (spent) life.giveBack();
        spent = false;
      };
      try {
        const value = await docs.transaction(async (own) => {
          giveBack();
          const decided = await run(own);
          life.spend();
          spent = true;
          return decided;
        });
        life.written();
        return value;
      } catch (error) {
        giveBack();
        throw error;
      }
    });
  const { docs, users, push, storage, realtime, config, tasks, http, mail, workers, background } = server;
  const { nearest: near } = docs;
  const outcomeOf = mail?.outcomeOf ?? null;
  return {
    docs: {
      get: (path) => alive(() => docs.get(path)),
      find: (query) => alive(() => docs.find(query)),
      aggregate: (query, aggregates) => alive(() => docs.aggregate(query, aggregates)),
      batch: (batch) => writes(() => docs.batch(batch)),
      transaction,
      newId: () => docs.newId(),
      nearest: near && { find: (query, nearest) => alive(() => near.find(query, nearest)) },
    },
    users: {
      get: (uid) => alive(() => users.get(uid)),
      byEmail: (email) => alive(() => users.byEmail(email)),
      create: (account) => writes(() => users.create(account)),
      setClaims: (uid, claims) => writes(() => users.setClaims(uid, claims)),
      customToken: (uid, claims) => alive(() => users.customToken(uid, claims)),
      revokeSessions: (uid) => writes(() => users.revokeSessions(uid)),
      removeSecondFactors: (uid) => writes(() => users.removeSecondFactors(uid)),
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
      list: (folder, options) => alive(() => storage.list(folder, options)),
    },
    realtime: {
      get: (path) => alive(() => realtime.get(path)),
      update: (values) => writes(() => realtime.update(values)),
    },
    config: { value: (key) => alive(() => config.value(key)) },
    clock: server.clock,
    tasks: { enqueue: (name, payload, options) => writes(() => tasks.enqueue(name, payload, options)) },
    random: server.random,
    background: {
      run: (work) => background.run(() => life.background(work)),
      report: (error) => background.report(error),
    },
    http: http && { send: (request) => alive(() => http.send(request)) },
    mail: mail && {
      origin: mail.origin,
      send: (message) => writes(() => mail.send(message)),
      outcomeOf: outcomeOf && ((receipt) => alive(() => outcomeOf(receipt))),
    },
    workers: workers && { run: (name, input, options) => alive(() => workers.run(name, input, options)) },
  };
}
