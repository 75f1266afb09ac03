/** Download of all data of the signed-in person that they may read now, as one file. */
import { type OwnDataKind, ownDataKinds } from '#domain/account/own-data.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { documentPaths } from '#api/paths.ts';
import type { OwnDataPage, ReadInput } from '#api/reads.ts';
import type { User } from '#ports/auth/auth.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { explain } from '../client/errors.ts';
import { entity } from '../client/documents.ts';
import { usePorts } from '../client/ports.tsx';

export interface OwnDataProgress {
  /** 0 to 1. */
  readonly done: number;
  readonly team: string;
  readonly kind: OwnDataKind;
  /** Entries read so far, of all teams. */
  readonly entries: number;
}

interface OwnDataOptions {
  readonly now: number;
  readonly signal: AbortSignal;
  onProgress(progress: OwnDataProgress): void;
}

export interface OwnDataFile {
  readonly text: string;
  readonly entries: number;
  /** Teams that could not be read, with the reason; they stand in the file as well. */
  readonly missing: readonly { readonly teamId: string; readonly reason: string }[];
}

/** @throws PortError for a profile that can't be read, the signal’s reason when it is stopped */
export function useOwnData(user: User): (options: OwnDataOptions) => Promise<OwnDataFile> {
  const ports = usePorts();
  return async ({ now, signal, onProgress }) => {
    const functions = ports.resolve(functionsToken);
    const docs = ports.resolve(docsToken);
    const snapshot = await docs.get(documentPaths.user(user.uid), { source: 'server' });
    const profile = entity(userProfileSchema, snapshot)?.value ?? null;
    const ids = Object.keys(profile?.teams ?? {}).toSorted();
    const teams: object[] = [];
    const missing: { teamId: string; reason: string }[] = [];
    let entries = 0;
    const readAll = async (teamId: string, kind: OwnDataKind, tell: () => void): Promise<object[]> => {
      const items: object[] = [];
      let after: string | null = null;
      do {
        signal.throwIfAborted();
        tell();
        const input: ReadInput<'readOwnData'> = { teamId, kind, after };
        const page: OwnDataPage = await functions.call<OwnDataPage>('readOwnData', input);
        items.push(...page.items);
        entries += page.items.length;
        after = page.next;
      } while (after !== null);
      return items;
    };
    for (const [index, teamId] of ids.entries()) {
      try {
        const name = await nameOf(teamId);
        const parts: Partial<Record<OwnDataKind, object[]>> = {};
        for (const [at, kind] of ownDataKinds.entries()) {
          const done = (index + at / ownDataKinds.length) / ids.length;
          parts[kind] = await readAll(teamId, kind, () => onProgress({ done, team: name, kind, entries }));
        }
        teams.push({ teamId, name, ...parts });
      } catch (error) {
        signal.throwIfAborted();
        missing.push({ teamId, reason: explain(error) });
      }
    }
    const file = {
      format: 'muster-own-data',
      version: 1,
      madeAt: now,
      account: accountOf(user),
      profile,
      teams,
      missing,
    };
    return { text: JSON.stringify(file, withTimes, 2), entries, missing };

    async function nameOf(teamId: string): Promise<string> {
      const { data } = await docs.get(documentPaths.team(teamId), { source: 'server' });
      return typeof data?.['name'] === 'string' ? data['name'] : teamId;
    }
  };
}

const accountOf = ({ uid, email, emailVerified, displayName, phoneNumber, ...more }: User) => ({
  uid,
  email,
  emailVerified,
  displayName,
  phoneNumber,
  guest: more.isAnonymous,
  createdAt: more.createdAt,
  lastSignInAt: more.lastSignInAt,
  providers: more.providers,
  secondFactors: more.factors,
});

/** Times are readable in the file: every field of milliseconds is named so. */
const withTimes = (key: string, value: unknown): unknown =>
  key.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value;
