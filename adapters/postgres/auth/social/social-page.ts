/** The page to which a provider sends a browser back. It hands over to the page that has begun the sign-in, and closes or leads back. */
import { createHash } from 'node:crypto';
import type { SocialAnswer } from './social-operations.ts';

/** Names that this page and `adapters/browser/social-window.ts` agree on. */
const script = `const { ticket, back } = document.documentElement.dataset;
if (ticket && back) {
  sessionStorage.setItem('muster-social-ticket', ticket);
  location.replace(back);
} else if (ticket) {
  new BroadcastChannel('muster-social').postMessage(ticket);
  close();
}`;

const style = `body { display: grid; min-height: 90vh; margin: 0; place-content: center; padding: 1rem; background: #fff; color: #10191d;
  font: 1rem/1.5 system-ui, sans-serif; text-align: center }
a { display: inline-block; padding: 0.5rem 1rem; border: 1px solid; border-radius: 6px; color: #00565f; text-decoration: none }
@media (prefers-color-scheme: dark) { body { background: #0a0f12; color: #e8eef0 } a { color: #75d1d1 } }`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface SocialPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function socialPage({ ticket, back, problem }: SocialAnswer): SocialPage {
  const data = [
    ['ticket', ticket],
    ['back', back],
  ].flatMap(([name, value]) => (value ? [` data-${name}="${escaped(value)}"`] : []));
  // Without an address to return to it is a window beside the page.
  const wayOn =
    problem === null
      ? ''
      : back === null
        ? '<p>You can close this window.</p>'
        : `<p><a href="${escaped(back)}">Back to Muster</a></p>`;
  const text = problem ?? 'You are signed in. You can close this window.';
  return {
    html: `<!doctype html>
<html lang="en"${data.join('')}>
<head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><meta name="color-scheme" content="light dark" /><title>Sign in</title><style>${style}</style></head>
<body><main><p>${escaped(text)}</p>${wayOn}</main><script>${script}</script></body>
</html>
`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      // The address has the provider's code.
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign);
