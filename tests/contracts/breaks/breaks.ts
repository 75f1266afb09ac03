/**
 * Deliberate defects of the embedded provider that the contracts once missed: each breaks a promise, and its scenario must fail.
 */
import type { Edit } from './broken-provider.ts';

export interface Break extends Edit {
  readonly what: string;
  /** `port › scenario`. */
  readonly noticedBy: string;
}

export const breaks: readonly Break[] = [
  {
    what: 'the next person on a device gets the previous one’s cache',
    file: 'sync/replicas.ts',
    from: 'const known = this.known.get(uid);',
    to: 'const known = [...this.known.values()][0];',
    noticedBy: 'docs › the next user of a browser can’t read the previous user’s cache',
  },
  {
    what: 'a commit that is sent again is carried out again',
    file: 'fakes/cloud/docs/database.ts',
    from: `    const known = outcomes.find(queue ?? mutation, mutation);
    if (known) return known;
`,
    to: '',
    noticedBy: 'docs, once › a write whose answer was lost is applied once',
  },
  {
    what: 'a session kept for one tab is kept for all tabs from the next reload on',
    file: 'fakes/client/auth/session.ts',
    from: 'this.persistence = found.kind;',
    to: '',
    noticedBy: 'auth › a session with session persistence is not shared with another tab after a reload',
  },
  {
    what: 'the server’s clock is told with the wrong sign',
    file: 'sync/realtime/driver.ts',
    from: 'offsets.tell(offsetMs)',
    to: 'offsets.tell(-offsetMs)',
    noticedBy:
      'realtime › the offset of a wrong client clock is reported when it is measured, and to later watchers',
  },
  {
    what: 'a removal whose answer was lost ends in an error',
    file: 'provider-kit/retry-period.ts',
    from: 'if (tries > 0 && doneBy && isPortError(error, doneBy)) return undefined;',
    to: '',
    noticedBy: 'storage › a removal whose answer was lost succeeds',
  },
  {
    what: 'disposing again ends everything again',
    file: 'fakes/client/embedded-client.ts',
    from: 'dispose: () => (disposing ??= dispose()),',
    to: 'dispose: () => dispose(),',
    noticedBy:
      'disposing › dispose called twice resolves once the first call has finished, and all subscriptions end',
  },
  {
    what: 'a publication is told that changes what was fetched and not what is active',
    file: 'fakes/client/config/config.ts',
    from: `    if (state.fetched?.version !== version) await ask();
    told = state.fetched?.version ?? null;
    const updatedKeys = differingKeys(state.fetched, state.active);
    if (updatedKeys.length > 0) updates`,
    to: `    const before = state.fetched;
    if (state.fetched?.version !== version) await ask();
    told = state.fetched?.version ?? null;
    const updatedKeys = differingKeys(state.fetched, state.active);
    if (differingKeys(state.fetched, before).length > 0) updates`,
    noticedBy:
      'config › a publication that returns to the active values reports nothing and leaves nothing to activate',
  },
  {
    what: 'the patience of an upload is counted from before its pause',
    file: 'provider-kit/storage/chunk-sender.ts',
    from: '    this.retries.restart();\n    this.wake();',
    to: '    this.wake();',
    noticedBy: 'storage › resuming a paused upload restarts its time limit',
  },
  {
    what: 'what arrived of a cancelled upload stays with the server',
    file: 'fakes/cloud/storage/uploads.ts',
    from: 'if (state) this.drop(key, state);',
    to: '',
    noticedBy:
      'storage › a paused upload that is cancelled leaves neither a file nor bytes, and the next upload starts from zero',
  },
  {
    what: 'what arrived of an upload whose checksum is wrong stays with the server',
    file: 'fakes/cloud/storage/uploads.ts',
    from: '      this.drop(key, state);\n      state.metadata',
    to: '      state.metadata',
    noticedBy: 'storage › an upload with a wrong checksum leaves neither a file nor bytes',
  },
  {
    what: 'changed metadata of a file are not kept',
    file: 'fakes/cloud/storage/objects.ts',
    from: 'this.objects.set(path, { ...found, metadata: updated });',
    to: 'Object.assign(found, { metadata: updated });',
    noticedBy: 'restarts › a file, a restart, a document: both hold, after another restart too',
  },
  {
    what: 'a cloud gives names again after a restart',
    file: 'fakes/cloud/life-ids.ts',
    from: 'life = Math.max(life, earlier) + 1;',
    to: 'life = Math.max(life, earlier);',
    noticedBy:
      'restarts › names that are given, a restart, names that are given: both hold, after another restart too',
  },
  {
    what: 'that a task is done is forgotten by a restart',
    file: 'fakes/cloud/functions/tasks.ts',
    from: "this.done = new RecordMap((id) => platform.changed('functions', () => [`done/${id}`]));",
    to: 'this.done = new RecordMap(() => {});',
    noticedBy: 'restarts › a task, a restart, a document: both hold, after another restart too',
  },
  {
    what: 'a message that waits for its browser is forgotten by a restart',
    file: 'fakes/cloud/messaging/service.ts',
    from: '      boxes.touch(box.id);\n',
    to: '',
    noticedBy:
      'restarts › a message that waits for its browser, a restart, a document: both hold, after another restart too',
  },
  {
    what: 'a message that arrived comes again after a reload',
    file: 'fakes/client/messaging/inbox.ts',
    from: "context.link.request('messaging', 'ack', { id, sequence }).catch(() => {});",
    to: '',
    noticedBy: 'messaging › a delivered message is not repeated after a reload',
  },
  {
    what: 'the server goes on sending to a browser whose permission was taken away while it was offline',
    file: 'provider-kit/messaging/device-registration.ts',
    from: 'if (online) void tell().then(stop);',
    to: 'if (online) stop();',
    noticedBy:
      'messaging › revoking the permission offline ends the registration, on the server after the reconnect',
  },
  {
    what: 'a token whose renewal failed once is not renewed before somebody asks',
    file: 'provider-kit/auth/token-session.ts',
    from: 'this.renewal.planAgain(() => void this.keepFresh(live));',
    to: '',
    noticedBy: 'auth › a failed token renewal is repeated without a call until the token expires',
  },
  {
    what: 'whoever waits for writes waits for ever when their person signs out',
    file: 'sync/engine.ts',
    from: `      this.waits.interrupt(
        new PortError('cancelled', 'Another person signed in before the writes had landed.'),
      );
`,
    to: '',
    noticedBy: 'docs › waitForPendingWrites rejects when its user signs out',
  },
];
