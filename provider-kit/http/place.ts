/** Where a request goes, read from an address that a person entered or a server answered with. */
import { httpError } from './network.ts';

interface Parsed {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly origin: string;
  readonly href: string;
}

/** Browsers and Node have it; this module compiles without either's types. */
declare const URL: { parse(text: string, base?: string): Parsed | null };

export interface HttpPlace {
  readonly secure: boolean;
  /** The name, or an address as written, without the brackets of IPv6. */
  readonly name: string;
  readonly isLiteral: boolean;
  /** Name and port, as a request's header has them. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly origin: string;
  readonly href: string;
}

const longest = 2000;
const ports = { 'http:': [80], 'https:': [443, 8443] } as const;

/**
 * @param allowed names, with `:port` where it is none of the usual, that an operator lets requests reach wherever they lead
 * @throws PortError of a refusal
 */
export function placeOf(text: string, allowed: ReadonlySet<string>, base?: HttpPlace): HttpPlace {
  const url = text.length > longest ? null : URL.parse(text, base?.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw httpError('address');
  if (url.username !== '' || url.password !== '') throw httpError('credentials');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const usual: readonly number[] = ports[url.protocol];
  if (!usual.includes(port) && !allowed.has(url.host)) throw httpError('port');
  const isLiteral = url.hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/u.test(url.hostname);
  return {
    secure,
    name: url.hostname.replace(/^\[|\]$/gu, ''),
    isLiteral,
    host: url.host,
    port,
    path: url.pathname + url.search,
    origin: url.origin,
    href: url.href,
  };
}
