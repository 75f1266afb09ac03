/** Addresses in mails: of pages to answer, of addresses to confirm, of notices to end. Each has a secret in it. */
import { sha256Hex } from '#domain/digest.ts';
import { isId } from '#domain/base.ts';
import type { MailChoiceName } from '#domain/mail/choices.ts';
import type { MailSettings } from '#domain/mail/settings.ts';
import { mailLinkPrefix } from '#api/mail-link.ts';

/** Purpose of a link in a mail. `ids`: the team's first. */
export interface MailLink {
  readonly purpose: MailLinkPurpose;
  readonly ids: readonly string[];
  readonly secret: string;
}

/** Numbers of ids by purpose: team, page and delivery; team and person, and the kind of messages that the link ends. */
const purposes = { page: [3], confirm: [2], off: [2, 3] } as const;
export type MailLinkPurpose = keyof typeof purposes;

export const mailLinkPath = ({ purpose, ids, secret }: MailLink): string =>
  `${mailLinkPrefix}${purpose}/${[...ids, secret].join('.')}`;

/** Null for what is no such path. */
export function parseMailLink(path: string): MailLink | null {
  const [, name = '', last = ''] = /^\/in\/mail\/([a-z]+)\/([\w.-]{1,600})$/u.exec(path) ?? [];
  if (!Object.hasOwn(purposes, name)) return null;
  const purpose = name as MailLinkPurpose;
  const ids = last.split('.');
  const secret = ids.pop() ?? '';
  const lengths: readonly number[] = purposes[purpose];
  if (!lengths.includes(ids.length) || !ids.every(isId) || !/^[\w-]{16,128}$/u.test(secret)) return null;
  return { purpose, ids, secret };
}

/** Of the link that ends messages of one kind by mail. */
export const unsubscribePath = (
  { teamId, id, noticeKey }: Pick<MailSettings, 'teamId' | 'id' | 'noticeKey'>,
  choice: MailChoiceName,
): string =>
  mailLinkPath({
    purpose: 'off',
    ids: [teamId, id, choice],
    secret: unsubscribeSecret({ noticeKey }, choice),
  });

/** Secret of the link of one kind of mail; invalid for other kinds. */
export const unsubscribeSecret = (
  { noticeKey }: Pick<MailSettings, 'noticeKey'>,
  choice: MailChoiceName,
): string => sha256Hex(`muster mail off ${choice} ${noticeKey}`).slice(0, 40);

export const mailSecretDigest = (secret: string): string => sha256Hex(`muster mail ${secret}`);
