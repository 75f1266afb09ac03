/** A mail as text and as HTML, made to be read on a watch: the first line says what matters, and the link stands right below it. */
import { oneLine, shorten } from '#domain/text.ts';
import { escapeHtml } from './html.ts';

export interface MailContent {
  readonly subject: string;
  /** Main point in one line. */
  readonly first: string;
  readonly action: { readonly label: string; readonly url: string } | null;
  /** Paragraphs. */
  readonly more: readonly string[];
  /** Last line: why it came. */
  readonly footer: string;
}

/** A watch shows about forty characters of a subject, a phone seventy. */
const subjectCharacters = 70;
const lineCharacters = 500;
const paragraphCharacters = 4_000;

export interface MailTexts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function mailTexts({ subject, first, action, more, footer }: MailContent): MailTexts {
  const line = shorten(oneLine(first), lineCharacters);
  const paragraphs = more.map((text) => shorten(text.replaceAll('\r', ''), paragraphCharacters));
  const text = [
    line,
    ...(action === null ? [] : [`${action.label}: ${action.url}`]),
    ...paragraphs,
    `-- \n${footer}`,
  ].join('\n\n');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>',
    '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.4">',
    `<p style="margin:0 0 12px;font-size:18px"><strong>${escapeHtml(line)}</strong></p>`,
    ...(action === null
      ? []
      : [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1a56db;color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
        ]),
    ...paragraphs.map(
      (paragraph) => `<p style="margin:0 0 12px;white-space:pre-line">${escapeHtml(paragraph)}</p>`,
    ),
    `<p style="margin:16px 0 0;font-size:13px;opacity:.7">${escapeHtml(footer)}</p>`,
    '</body></html>',
  ].join('\n');
  return { subject: shorten(oneLine(subject), subjectCharacters), text: `${text}\n`, html };
}
