/** Checks of a mail before it is sent: what is in its headers has one line, and everything has an end. */
import type { OutgoingMail } from '#ports/server/mail.ts';
import { mailError } from './mail-error.ts';

const most = { address: 254, subject: 200, text: 100_000, html: 200_000, url: 2_000 } as const;

const control = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Syntax of an address in common use: no quoted names, no comments, no lists. */
const address =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;
const messageName = /^[\w.-]{1,100}$/u;

const isMailAddress = (text: string): boolean => text.length <= most.address && address.test(text);

/** Every field known by name: nothing else of what is given reaches a header. @throws PortError of the refusal `message` */
export function checkedMail(mail: OutgoingMail): OutgoingMail {
  const { to, subject, text, html, id, thread, unsubscribeUrl } = mail;
  require(isMailAddress(to), 'This is no mail address.');
  require(subject.trim() !== '' &&
    subject.length <= most.subject &&
    !control.test(subject), `A subject is one line of at most ${most.subject} characters.`);
  require(text.length <= most.text, `A mail has at most ${most.text} characters.`);
  require((html?.length ?? 0) <= most.html, `A mail has at most ${most.html} characters of HTML.`);
  for (const name of [id, thread])
    require(name === undefined ||
      messageName.test(name), 'A message has a name of letters, digits, . _ and -.');
  require(unsubscribeUrl === undefined ||
    isWebAddress(unsubscribeUrl), 'The address to unsubscribe is none.');
  return {
    ...{ to, subject, text },
    ...(html !== undefined && { html }),
    ...(id !== undefined && { id }),
    ...(thread !== undefined && { thread }),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}

function require(holds: boolean, sentence: string): void {
  if (!holds) throw mailError('message', sentence);
}

const isWebAddress = (text: string): boolean =>
  text.length <= most.url && /^https?:\/\/[^\s<>"\p{Cc}]+$/u.test(text);
