/**
 * Links of Muster's mails, and the pages behind them. A demonstration has no web server: its pages are requested from the embedded cloud's
 * HTTP functions, and only their text, buttons and link are used.
 */
import { mailLinkPrefix } from '#api/mail-link.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';

/** Page behind a link of a mail. */
export interface MailPage {
  /** Path of the link, with its secret. */
  readonly path: string;
  readonly title: string;
  readonly sentence: string;
  readonly buttons: readonly { readonly value: string; readonly label: string }[];
  /** Link into the application, as a path; null for none. */
  readonly link: { readonly label: string; readonly href: string } | null;
}

/** Path of a web address that a function answers; null for other texts. */
function mailLinkPath(text: string): string | null {
  const path = URL.canParse(text) ? new URL(text).pathname : '';
  return path.startsWith(mailLinkPrefix) ? path : null;
}

export const isMailLink = (text: string): boolean => mailLinkPath(text) !== null;

/** Paths of the links in a mail that functions answer, each once. */
export function mailLinkPathsIn(body: string): readonly string[] {
  const addresses = body.match(/https?:\/\/[^\s<>]+/gu) ?? [];
  return [...new Set(addresses.flatMap((address) => mailLinkPath(address) ?? []))];
}

/** Request of the page, or of a press of its button with the value `pressed`. */
export const mailPageRequest = (path: string, pressed?: string): HttpRequest =>
  pressed === undefined
    ? { method: 'GET', path, headers: {}, body: '' }
    : {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ do: pressed })),
      };

/** An answer that is no such page becomes a page with the answer's status. */
export function readMailPage(path: string, { status, body }: HttpResponse): MailPage {
  // Documents of a parser run no scripts and fetch nothing.
  const main = new DOMParser().parseFromString(body, 'text/html').querySelector('main');
  const textOf = (selector: string) => main?.querySelector(selector)?.textContent.trim() ?? '';
  const anchor = main?.querySelector('a');
  return {
    path,
    title: textOf('h1') || 'This page can’t be shown',
    sentence: textOf('p') || `The backend answered ${status}.`,
    buttons: [...(main?.querySelectorAll('button') ?? [])].map(({ value, textContent }) => ({
      value,
      label: textContent.trim(),
    })),
    link: anchor
      ? { label: anchor.textContent.trim(), href: pathOf(anchor.getAttribute('href') ?? '') }
      : null,
  };
}

function pathOf(address: string): string {
  if (!URL.canParse(address)) return '/';
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}
