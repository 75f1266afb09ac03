/** HTML of functions: mails, and the small pages that their links open. */
import type { HttpResponse } from '#ports/server/handlers.ts';

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** For text and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (char) => entities.get(char) ?? '');

export interface SmallPage {
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
  /** Buttons of a form that posts `do` with the value to the page's own address. */
  readonly buttons?: readonly { readonly value: string; readonly label: string }[];
  /** A link into the application. */
  readonly link?: { readonly label: string; readonly url: string };
}

const style =
  'body{margin:0;font:18px/1.4 system-ui,sans-serif;background:Canvas;color:CanvasText;color-scheme:light dark}' +
  'main{max-width:28rem;margin:0 auto;padding:24px 16px}h1{font-size:22px;margin:0 0 8px}p{margin:0 0 20px}' +
  'button{display:block;width:100%;margin:0 0 12px;padding:16px;border:1px solid;border-radius:10px;font:inherit;background:ButtonFace;color:ButtonText}' +
  'button:first-of-type{background:#1a56db;border-color:#1a56db;color:#fff}';

/** A page without a script. Nothing of it is stored, framed, or told to another site. */
export function smallPage({ status, title, sentence, buttons = [], link }: SmallPage): HttpResponse {
  const form = buttons.map(
    ({ value, label }) =>
      `<button type="submit" name="do" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`,
  );
  const body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)} · Muster</title><style>${style}</style></head><body><main>`,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`,
    ...(form.length === 0 ? [] : [`<form method="post">${form.join('')}</form>`]),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    '</main></body></html>',
  ].join('\n');
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
    body,
  };
}
