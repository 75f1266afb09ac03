/**
 * Reads answered by the server, for data that the security rules let no client read: combined from documents of several
 * members, or shown to non-members. A read changes nothing and has no id.
 */
import * as v from 'valibot';
import type { DeletionObstacle } from '#domain/account/deletion.ts';
import { ownDataKindSchema } from '#domain/account/own-data.ts';
import { idSchema } from '#domain/base.ts';
import type { DisclosedItem } from '#domain/disclosed.ts';
import { check, type Failure } from '#domain/errors.ts';
import type { Holding } from '#domain/team/holdings.ts';
import type { MailChoices } from '#domain/mail/choices.ts';
import type { PersonWays } from '#domain/readiness/rows.ts';
import { inviteTokenSchema, type InviteRole } from '#domain/team/invite.ts';
import type { Member } from '#domain/team/schema.ts';
import { fieldLabels } from './field-labels.ts';

/** Public part of an invite: readable with its token, signed in or not. */
export interface InvitePreview {
  readonly teamName: string;
  /** Member who made the invite. */
  readonly inviterName: string;
  readonly role: InviteRole;
  readonly expiresAt: number;
  /** The caller is a member already; false when signed out. */
  readonly member: boolean;
}

export interface TeamReadiness {
  readonly people: readonly PersonWays[];
  /** The team has more devices, webhooks or addresses than are read: those of some people are missing. */
  readonly incomplete: boolean;
}

/** Durations of one kind and name in all browsers, in milliseconds. */
export interface DurationFigures {
  readonly kind: 'trace' | 'page' | 'network';
  /** Of pages and requests the origin. */
  readonly name: string;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestMs: number;
}

/** Figures of the whole server, which several teams may share: nothing in them belongs to one. */
export interface ServerFigures {
  readonly published: {
    readonly version: string;
    /** By key. */
    readonly values: Readonly<Record<string, string>>;
  };
  /** Most frequent first. */
  readonly durations: readonly DurationFigures[];
  /** Time that the durations are of, until now. */
  readonly ofMs: number;
}

/** Mail settings of a member. */
export interface MailReach extends MailChoices {
  /** Whether this server sends mail at all. */
  readonly offered: boolean;
  /** Confirmed address; null: none, and nothing is sent. */
  readonly address: string | null;
  /** Address whose confirmation waits. */
  readonly pendingAddress: string | null;
  /** Why its confirmation could not be sent. */
  readonly pendingFailure: string | null;
  /** Why nothing more is sent to an address that was confirmed. */
  readonly failure: string | null;
  /** Time at which the member last answered a page from a mail. */
  readonly provedAt: number | null;
}

interface ReadSpec<E extends v.ObjectEntries, Output> {
  readonly input: v.ObjectSchema<E, undefined>;
  /** Carries the output’s type; always undefined. */
  readonly output?: Output;
}

const read =
  <Output>() =>
  <const E extends v.ObjectEntries>(input: E): ReadSpec<E, Output> => ({ input: v.object(input) });

/** A team that the caller leaves with their account. */
export interface LeavingPreview {
  readonly teamId: string;
  readonly name: string;
  /** Why the account can't be deleted while the caller is in it; null: nothing is in the way. */
  readonly obstacle: DeletionObstacle | null;
  /** The team was deleted, and nothing has to be handed over. */
  readonly deleted: boolean;
  readonly holdings: readonly Holding[];
  /** Members who may take over. */
  readonly takers: readonly Pick<Member, 'id' | 'displayName' | 'role'>[];
}

/** Documents of one kind, in the order of their paths. */
export interface OwnDataPage {
  readonly items: readonly DisclosedItem[];
  /** Give it as `after` to get the next page; null on the last. */
  readonly next: string | null;
}

/** Path of a document in a team. */
const placeSchema = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.regex(/^teams\/[A-Za-z0-9_-]{1,128}(?:\/[A-Za-z0-9_-]{1,128}\/[A-Za-z0-9_-]{1,128}){1,2}$/u),
);

export const readCatalogue = {
  /** Also for who is signed out: the token is what is asked for. @throws not_found, the same for every invite that can’t be used */
  readInvite: read<InvitePreview>()({ teamId: idSchema, token: inviteTokenSchema }),
  /** State of the caller's session: answered also where every other call is refused. */
  readSession: read<{ readonly ended: boolean }>()({}),
  /** Holdings of a member, for the member and for those with the permission to remove the member. @throws forbidden, not_found */
  readHoldings: read<{ readonly holdings: readonly Holding[] }>()({ teamId: idSchema, userId: idSchema }),
  /** Reachability of a team's members: the ways to them, without what sends by them. @throws forbidden */
  readReadiness: read<TeamReadiness>()({ teamId: idSchema }),
  /** Published configuration and durations, for those who may configure the team; null where the provider shows them elsewhere. @throws forbidden */
  readServerFigures: read<{ readonly figures: ServerFigures | null }>()({ teamId: idSchema }),
  /** The caller's own data in one team, page by page, as far as readable at present. @throws forbidden */
  readOwnData: read<OwnDataPage>()({
    teamId: idSchema,
    kind: ownDataKindSchema,
    after: v.nullable(placeSchema),
  }),
  /** Mail settings of the caller in a team. @throws forbidden */
  readMailSettings: read<MailReach>()({ teamId: idSchema }),
  /** Consequences for the caller's teams when their account is deleted. */
  readAccountDeletion: read<{ readonly teams: readonly LeavingPreview[] }>()({}),
} as const;

export type ReadName = keyof typeof readCatalogue;
export type ReadInput<N extends ReadName> = v.InferInput<(typeof readCatalogue)[N]['input']>;
export type CheckedReadInput<N extends ReadName> = v.InferOutput<(typeof readCatalogue)[N]['input']>;
export type ReadOutput<N extends ReadName> = NonNullable<(typeof readCatalogue)[N]['output']>;

export function checkReadInput<N extends ReadName>(
  name: N,
  input: unknown,
): { readonly ok: true; readonly value: CheckedReadInput<N> } | Failure {
  const checked = check(readCatalogue[name].input, input, fieldLabels);
  return checked.ok ? { ok: true, value: checked.value as CheckedReadInput<N> } : checked;
}
