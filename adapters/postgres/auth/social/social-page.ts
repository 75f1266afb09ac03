/** The page to which a provider sends a browser back. It hands over to the page that has begun the sign-in, and closes or leads back. */
import { createHash } from 'node:crypto';
import type { SocialAnswer } from './social-operations.ts';

/** Names that this page and `adapters/browser/social-window.ts` agree on. */
const script = `const { ticket, back } = document.documentElement.dataset;
if (back) {
  sessionStorage.setItem('muster-social-ticket', ticket ?? '');
  location.replace(back);
} else if (ticket) {
  new BroadcastChannel('muster-social').postMessage(ticket);
  close();
}`;

const scriptHash = createHash('sha256').update(script).digest('base64');

export interface SocialPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function socialPage({ ticket, back, problem }: SocialAnswer): SocialPage {
  const data = [
    ['ticket', ticket],
    ['back', back],
  ].flatMap(([name, value]) => (value ? [` data-${name}="${escaped(value)}"`] : []));
  const text = problem ?? 'You are signed in. You can close this window.';
  return {
    html: `<!doctype html>
<html lang="en"${data.join('')}>
<head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><meta name="color-scheme" content="light dark" /><title>Sign in</title></head>
<body><p>${escaped(text)}</p>${problem === null ? '' : '<p><a href="/">Back to sign-in</a></p>'}<script>${script}</script></body>
</html>
`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${scriptHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
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
