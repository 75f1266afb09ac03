/** Admission to a shared cloud: pages of this server's own origins and, where there is a secret, browsers that have presented it once. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const cookieName = 'muster-shared';
/** Seconds: a browser shows the secret again after 90 days. */
const cookieAge = 90 * 24 * 3600;

export interface AdmissionOptions {
  /** `https://muster.example:4180`, without a slash at its end: each name that this server has. */
  readonly origins: ReadonlySet<string>;
  /** `null`: whoever reaches this server may come in. */
  readonly secret: string | null;
}

export class Admission {
  private readonly origins: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;
  private readonly secret: string | null;

  constructor({ origins, secret }: AdmissionOptions) {
    this.origins = origins;
    this.hosts = new Set([...origins].map((origin) => new URL(origin).host));
    this.secret = secret;
  }

  /** Was it asked by one of this server's names? Another name may be a stranger's, which he lets lead here. */
  knowsHost({ headers: { host = '' } }: IncomingMessage): boolean {
    return this.hosts.has(host.toLowerCase());
  }

  /** Does the request come from a page of this server? */
  knowsOrigin({ headers: { origin } }: IncomingMessage): boolean {
    return origin !== undefined && this.origins.has(origin);
  }

  /** Has this browser shown the secret? */
  isIn({ headers: { cookie = '' } }: IncomingMessage): boolean {
    if (this.secret === null) return true;
    const shown = cookie
      .split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === cookieName)?.[1];
    return shown !== undefined && isEqual(shown, this.token());
  }

  /** The cookie for who shows the secret; `null` for any other text. */
  cookieFor(shown: string, isSecure: boolean): string | null {
    if (this.secret === null || !isEqual(shown, this.secret)) return null;
    const secure = isSecure ? '; Secure' : '';
    return `${cookieName}=${this.token()}; Path=/; Max-Age=${cookieAge}; HttpOnly; SameSite=Strict${secure}`;
  }

  /** Value of the cookie: not the secret, so that a cookie gives away no link. */
  private token(): string {
    return createHmac('sha256', this.secret ?? '')
      .update(cookieName)
      .digest('base64url');
  }
}

const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
