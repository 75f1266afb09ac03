/** Records of a whole backend in a neutral form, for moving them to another one. */
import type { DocData } from '#ports/docs/values.ts';
import type { Priority } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import type { ObjectSettings } from '#ports/storage/storage.ts';
import type { Claims } from '../auth/claims.ts';

/** Published configuration value. */
export interface MovedSetting {
  readonly key: string;
  /** `null`: the application's own default applies. */
  readonly value: string | null;
  /** Values by the name of a condition. */
  readonly conditional: Readonly<Record<string, string | null>>;
}

/** Condition of the configuration. The first that is true wins. */
export interface MovedCondition {
  readonly name: string;
  /** Place among the conditions, from 0. */
  readonly place: number;
  readonly expression: string;
}

/** Stored password. `salt` and `hash`: base64 of the bytes that the function takes and gives. */
export type MovedPassword =
  | { readonly kind: 'pbkdf2-sha256'; readonly rounds: number; readonly salt: string; readonly hash: string }
  | {
      readonly kind: 'scrypt';
      readonly N: number;
      readonly r: number;
      readonly p: number;
      readonly salt: string;
      readonly hash: string;
    }
  /** There is one, whose hash can't be had. */
  | { readonly kind: 'unknown' };

export interface MovedFactor {
  readonly id: string;
  readonly kind: 'totp' | 'phone';
  readonly displayName: string | null;
  readonly enrolledAt: number;
  readonly phoneNumber: string | null;
  /** Base32, of an authenticator app; `null`: it can't be had. */
  readonly secret: string | null;
  /** The last period whose code was accepted. */
  readonly usedPeriod: number;
}

export interface MovedPasskey {
  readonly id: string;
  /** Id that its authenticator has given it, in base64url. */
  readonly credential: string;
  /** COSE key, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Relying party id, to which browsers bind it; `null`: unknown. */
  readonly hostName: string | null;
}

export interface MovedIdentity {
  readonly provider: string;
  readonly uid: string;
  readonly email: string | null;
  readonly displayName: string | null;
}

/** Times: epoch milliseconds. */
export interface MovedAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  readonly phoneNumber: string | null;
  readonly anonymous: boolean;
  readonly password: MovedPassword | null;
  /** Signs in by links sent to its address. */
  readonly emailLink: boolean;
  readonly social: readonly MovedIdentity[];
  readonly factors: readonly MovedFactor[];
  readonly passkeys: readonly MovedPasskey[];
  readonly claims: Claims;
  readonly disabled: boolean;
  readonly createdAt: number;
  readonly lastSignInAt: number;
}

export interface MovedDoc {
  readonly path: string;
  readonly data: DocData;
}

/** Times: epoch milliseconds. `md5Hash`: base64. */
export interface MovedFile {
  readonly path: string;
  readonly size: number;
  readonly md5Hash: string;
  readonly settings: ObjectSettings;
  /** Uid of the writer; `null` for backend code. */
  readonly owner: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A place of the realtime tree that has a plain value, or an inner place with a priority. */
export interface MovedValue {
  readonly path: string;
  readonly value: string | number | boolean | null;
  readonly priority: Priority;
}

/** A task that waits, or was done within the hour: its id is known then. Times: epoch milliseconds. */
export interface MovedTask {
  readonly id: string;
  /** Tasks that are due at one moment run in this order. */
  readonly order: number;
  /** `null`: it is done, and that is all that is known. */
  readonly waiting: {
    readonly name: string;
    readonly payload: Json;
    readonly due: number;
    /** Runs so far. */
    readonly runs: number;
  } | null;
  readonly doneAt: number | null;
}

export interface MovedRecords {
  readonly settings: MovedSetting;
  readonly conditions: MovedCondition;
  readonly accounts: MovedAccount;
  readonly documents: MovedDoc;
  readonly files: MovedFile;
  readonly values: MovedValue;
  readonly tasks: MovedTask;
}

export type MovePart = keyof MovedRecords;

/** In the order in which they are moved: tasks last, when all that they need is there. */
export const moveParts = [
  'conditions',
  'settings',
  'accounts',
  'documents',
  'files',
  'values',
  'tasks',
] as const satisfies readonly MovePart[];

/** Key of a record, unique within its part. */
export const movedKey: { readonly [P in MovePart]: (record: MovedRecords[P]) => string } = {
  settings: ({ key }) => key,
  conditions: ({ name }) => name,
  accounts: ({ uid }) => uid,
  documents: ({ path }) => path,
  files: ({ path }) => path,
  values: ({ path }) => path,
  tasks: ({ id }) => id,
};
