/** The security rules at the door of the files. */
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { ObjectMetadata, ObjectSettings } from '#ports/storage/storage.ts';
import { timestampAt } from '../docs/commit.ts';
import { owner } from '../owner.ts';
import type { Lookups, ObjectMeta, ObjectRules } from '../rules/rules.ts';
import type { AccessMethod } from '../rules/syntax.ts';
import type { Platform } from '../service.ts';

/** The one bucket. */
const bucket = 'embedded';

/** What an access is about. Without rules, whoever is signed in may do it. */
export interface ObjectQuestion {
  readonly method: AccessMethod;
  readonly path: string;
  /** The file that is there. */
  readonly resource?: ObjectMetadata | undefined;
  /** What a write would leave. */
  readonly after?: ObjectMeta | null;
}

export class ObjectsGuard {
  private readonly rules: ObjectRules | null;
  private readonly platform: Platform;
  private readonly lookups: Pick<Lookups, 'get'>;

  constructor(rules: ObjectRules | null, platform: Platform, lookups: Pick<Lookups, 'get'>) {
    this.rules = rules;
    this.platform = platform;
    this.lookups = lookups;
  }

  /** Says nothing of what is stored unless the rules do. @throws storage/unauthorized, storage/unauthenticated */
  judge({ method, path, resource, after = null }: ObjectQuestion, caller: Caller | null): void {
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
        resource: resource ? metaOf(resource) : null,
        after,
      },
      this.lookups,
    );
    const refusal = decision.allowed ? null : decision.refusal;
    if (!refusal) return;
    this.platform.refused(refusal, caller);
    throw new PortError('storage/unauthorized', refusal.message);
  }
}

/** As the rules name things. */
export const metaOf = (stored: ObjectMetadata): ObjectMeta => ({
  ...settingsOf(stored),
  name: stored.path,
  bucket,
  size: stored.size,
  generation: Number(stored.generation),
  metageneration: Number(stored.metageneration),
  timeCreated: timestampAt(stored.createdAt * 1000),
  updated: timestampAt(stored.updatedAt * 1000),
  md5Hash: stored.md5Hash,
});

/** A file that is still being sent. */
export const announced = (path: string, size: number, settings: ObjectSettings): ObjectMeta => ({
  contentType: 'application/octet-stream',
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
