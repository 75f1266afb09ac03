/** The security rules at the door of the files. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ObjectSettings, UploadSettings } from '#ports/storage/storage.ts';
import type { ObjectMeta, ObjectRules } from '#firebase-rules/rules/decisions.ts';
import type { AccessMethod } from '#firebase-rules/rules/syntax.ts';
import { etagOf } from '#provider-kit/storage/etag.ts';
import { timestampAt } from '../docs/commit.ts';
import { owner } from '../owner.ts';
import type { Platform } from '../service.ts';
import { crc32cOf, md5Of } from './checksums.ts';
import type { StoredObject } from './stored-objects.ts';

/** The one bucket. */
const bucket = 'embedded';

/** Access to be authorized. Without rules, everyone signed in may do it. */
export interface ObjectQuestion {
  readonly method: AccessMethod;
  readonly path: string;
  /** The file that is there. */
  readonly resource?: StoredObject | null;
  /** Object after the write. */
  readonly after?: Incoming | null;
}

export class ObjectsGuard {
  /** `null`: everyone signed in may do everything. */
  private rules: ObjectRules | null = null;
  private readonly platform: Platform;

  constructor(platform: Platform) {
    this.platform = platform;
  }

  publish(rules: ObjectRules): void {
    this.rules = rules;
  }

  /**
   * Authorizes an access; a refusal reveals nothing of stored objects unless the rules do.
   * @throws storage/unauthorized, storage/unauthenticated
   */
  authorize({ method, path, resource, after = null }: ObjectQuestion, caller: Caller | null): void {
    if (caller === owner) return;
    if (!this.rules) {
      if (!caller) throw new PortError('storage/unauthenticated', 'Sign in to work with files.');
      return;
    }
    const decision = this.rules.check(
      {
        method,
        bucket,
        path,
        auth: caller && { uid: caller.uid, token: caller.claims },
        time: Math.ceil(this.platform.clock.now() * 1000),
        resource: resource ? storedMeta(resource) : null,
        after: after && after.meta,
      },
      { get: (path) => this.platform.document(path) },
    );
    // A rule that needs content which has not arrived is evaluated again once it has.
    if (decision.allowed || after?.isWanting()) return;
    const { refusal } = decision;
    if (!refusal) return;
    throw this.platform.denial('storage/unauthorized', refusal, caller);
  }
}

/** A file as the rules name things. */
const storedMeta = ({ metadata: stored, content }: StoredObject): ObjectMeta => {
  const { generation, metageneration, createdAt, updatedAt, md5Hash } = stored;
  const meta: ObjectMeta = {
    ...incomingMeta(stored.path, stored.size, stored),
    generation: Number(generation),
    metageneration: Number(metageneration),
    timeCreated: timestampAt(createdAt * 1000),
    updated: timestampAt(updatedAt * 1000),
    etag: etagOf(generation, metageneration),
  };
  return withChecksums(meta, () => md5Hash, content);
};

/**
 * A file that a write would leave: without generations, times and `etag`, which it gets when it is there.
 * https://firebase.google.com/docs/storage/security/rules-conditions
 */
export class Incoming {
  readonly meta: ObjectMeta;
  private wanting = false;

  /** `content` null: it has not arrived yet. */
  constructor(path: string, size: number, settings: UploadSettings, content: Uint8Array | null) {
    const plain = { contentType: 'application/octet-stream', ...incomingMeta(path, size, settings) };
    this.meta = content
      ? withChecksums(plain, () => md5Of(content), content)
      : this.announced(plain, settings.md5Hash);
  }

  /** Whether the rules have read a checksum that is not known yet. */
  isWanting(): boolean {
    return this.wanting;
  }

  private announced(plain: ObjectMeta, md5Hash: string | undefined): ObjectMeta {
    const get = () => {
      this.wanting = true;
    };
    const said = md5Hash === undefined ? { get } : { value: md5Hash, enumerable: true };
    return Object.defineProperties({ ...plain }, { md5Hash: said, crc32c: { get } });
  }
}

const withChecksums = (meta: ObjectMeta, md5Hash: () => string, content: Uint8Array): ObjectMeta =>
  Object.defineProperties(
    { ...meta },
    {
      md5Hash: { enumerable: true, get: md5Hash },
      crc32c: { enumerable: true, get: () => crc32cOf(content) },
    },
  );

const incomingMeta = (path: string, size: number, settings: ObjectSettings): ObjectMeta => ({
  ...settingsOf(settings),
  name: path,
  bucket,
  size,
});

function settingsOf({
  contentType,
  contentDisposition,
  contentEncoding,
  contentLanguage,
  cacheControl,
  custom,
}: ObjectSettings): ObjectMeta {
  const settings = { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl };
  const said = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(said), metadata: custom ?? {} };
}
