/** Tests of file rules without a backend. */
import { type DocData, Timestamp } from '#ports/docs/values.ts';
import { checkOptions } from '#ports/options.ts';
import type { Problem } from '../rules-error.ts';
import type { Decision, ObjectMeta, ObjectRules, RulesAuth } from '../decisions.ts';
import { compileStorageRules } from '../rules.ts';
import type { AccessMethod } from '../syntax.ts';
import { authOf, defaultTime, type Person } from './documents.ts';
import { checkFilePath } from './file-path.ts';
import { type FileRulesTestOptions, fileRulesTestOptions } from './options.ts';
import { platformData, platformPath } from '../../platform/arguments.ts';

/**
 * Files by path. Missing metadata is made up: name, bucket, times, generations and `etag`, and the size and checksums of an empty
 * file.
 */
export type Files = Readonly<Record<string, ObjectMeta>>;

/** @throws RulesError when the source is no ruleset for files; TypeError for paths and options that can't be */
export function testFileRules(
  source: string,
  files: Files = {},
  options: FileRulesTestOptions = {},
): FileRulesUnderTest {
  checkOptions('testFileRules', options, fileRulesTestOptions);
  return new FileRulesUnderTest(compileStorageRules(source), files, options);
}

export class FileRulesUnderTest {
  private readonly rules: ObjectRules;
  private readonly world: World;

  constructor(rules: ObjectRules, files: Files, options: FileRulesTestOptions) {
    this.rules = rules;
    this.world = new World(files, options);
  }

  /** Code in the rules that can never work, such as a call of a function that does not exist. */
  get warnings(): readonly Problem[] {
    return this.rules.syntax.warnings;
  }

  /** Accesses of a person. */
  as(person: Person): PersonUnderFileRules {
    return new PersonUnderFileRules(this.rules, this.world, authOf(person));
  }
}

/** Metadata that a file has once stored, and no write sets. */
const later = new Set(['generation', 'metageneration', 'timeCreated', 'updated', 'etag']);

class World {
  /** Microseconds. */
  readonly time: number;
  readonly bucket: string;
  private readonly files: ReadonlyMap<string, ObjectMeta>;
  private readonly documents: ReadonlyMap<string, DocData>;

  constructor(files: Files, { documents = {}, bucket = 'bucket', time = defaultTime }: FileRulesTestOptions) {
    this.time = time * 1000;
    this.bucket = bucket;
    this.files = new Map(Object.entries(files).map(([path, meta]) => [path, this.stored(path, meta)]));
    this.documents = new Map(
      Object.entries(documents).map(([path, data]) => [platformPath(path), platformData(data)]),
    );
  }

  file(path: string): ObjectMeta | null {
    return this.files.get(path) ?? null;
  }

  readonly document = (path: string): DocData | null => this.documents.get(path) ?? null;

  /** Stored file with all its metadata. */
  private stored(path: string, meta: ObjectMeta): ObjectMeta {
    const now = Timestamp.fromMillis(this.time / 1000);
    const made = { generation: 1, metageneration: 1, timeCreated: now, updated: now, etag: 'CAEQAQ==' };
    return { ...made, ...this.sent(path, meta) };
  }

  /** File under upload as the rules see it: it has no generation, times and `etag` yet. */
  sent(path: string, meta: ObjectMeta): ObjectMeta {
    checkFilePath(path);
    const made = { size: 0, md5Hash: '1B2M2Y8AsgTpgAmY7PhCfg==', crc32c: 'AAAAAA==', metadata: {} };
    return { ...made, name: path, bucket: this.bucket, ...meta };
  }
}

/** Accesses of one person, each answered by a decision: `allowed`, and a `refusal` whose `message` says why not. */
export class PersonUnderFileRules {
  private readonly rules: ObjectRules;
  private readonly world: World;
  private readonly auth: RulesAuth | null;

  constructor(rules: ObjectRules, world: World, auth: RulesAuth | null) {
    this.rules = rules;
    this.world = world;
    this.auth = auth;
  }

  /** Read of the content, the metadata or a download address. */
  get(path: string): Decision {
    checkFilePath(path);
    return this.check('get', path, null);
  }

  list(path: string): Decision {
    checkFilePath(path, true);
    return this.check('list', path, null);
  }

  /** Creates the file, or replaces the one that is there: to the rules that is a creation too, with a `resource`. */
  upload(path: string, meta: ObjectMeta = {}): Decision {
    return this.check('create', path, this.world.sent(path, meta));
  }

  updateMetadata(path: string, changes: ObjectMeta): Decision {
    const stored = Object.entries(this.world.file(path) ?? {}).filter(([name]) => !later.has(name));
    return this.check('update', path, this.world.sent(path, { ...Object.fromEntries(stored), ...changes }));
  }

  delete(path: string): Decision {
    checkFilePath(path);
    return this.check('delete', path, null);
  }

  private check(method: AccessMethod, path: string, after: ObjectMeta | null): Decision {
    const { auth, world } = this;
    const { bucket, time } = world;
    const resource = world.file(path);
    return this.rules.check({ method, bucket, path, auth, time, resource, after }, { get: world.document });
  }
}
