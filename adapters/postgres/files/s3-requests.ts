/** Requests to a bucket over the API of S3: signed, retried, with a time limit. */
import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

export interface S3RequestsOptions {
  /** Address of the bucket, without a slash at its end: `https://bucket.s3.eu-central-1.amazonaws.com` or `https://minio.example/bucket`. */
  readonly bucket: string;
  readonly region: string;
  readonly credentials: S3Credentials;
  readonly clock: Clock;
  /** Default: this machine's. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Answer of a server that understood the request. */
export interface S3Answer {
  readonly response: Response;
  /** Code of an error, as `NoSuchKey`; `null` for a success. */
  readonly code: string | null;
  /** Whether an earlier try may have taken effect. */
  readonly isRetry: boolean;
}

const mostTries = 5;
const firstPauseMs = 200;
/** Until the headers of an answer are there. */
const answerMs = 60_000;
const longestText = 64 * 1024;
const retried: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export class S3Requests {
  private readonly options: S3RequestsOptions;
  private readonly client: AwsClient;

  constructor(options: S3RequestsOptions) {
    this.options = options;
    this.client = new AwsClient({ ...options.credentials, region: options.region, service: 's3' });
  }

  /** The body of an error has been read. @throws PortError unavailable, resource-exhausted */
  async send(request: S3Request): Promise<S3Answer> {
    for (let tries = 1; ; tries++) {
      const tried = await this.once(request).catch((error: unknown) => unreachable(error));
      if (tried instanceof Response && !retried.has(tried.status)) {
        const code = tried.ok ? null : errorCode(await boundedText(tried));
        if (tried.status === 507)
          throw new PortError('resource-exhausted', 'The S3 server has no room left.');
        return { response: tried, code, isRetry: tries > 1 };
      }
      if (tries === mostTries) throw tried instanceof Response ? await overloaded(tried) : tried;
      if (tried instanceof Response) await tried.body?.cancel();
      await this.pause(firstPauseMs * 2 ** (tries - 1));
    }
  }

  private async once({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const address = new URL(`${this.options.bucket}/${key}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const stop = new AbortController();
    const cancel = this.options.clock.setTimer(
      guardListener(() => stop.abort()),
      answerMs,
    );
    try {
      const signed = await this.client.sign(address.href, {
        ...{ method, headers: { ...headers, 'x-amz-content-sha256': hash }, signal: stop.signal },
        // Of a bucket elsewhere: the signature is not for there.
        redirect: 'manual',
        ...(body && { body }),
      });
      return await (this.options.fetch ?? fetch)(signed);
    } finally {
      cancel();
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.options.clock.setTimer(guardListener(resolve), ms));
  }
}

const unreachable = (cause: unknown) =>
  new PortError('unavailable', 'The S3 server of the files can’t be reached.', { cause });

const overloaded = async (response: Response) =>
  new PortError(
    'unavailable',
    `The S3 server of the files is not ready: ${response.status} ${errorCode(await boundedText(response))}`,
  );

/** @throws PortError unavailable */
export function s3Failure({ response: { status }, code }: S3Answer): PortError {
  const isDenied = status === 401 || status === 403;
  return new PortError(
    'unavailable',
    isDenied
      ? `The S3 server denies access to the files (${code}): check the keys, and what they may do in the bucket.`
      : `The S3 server of the files answered ${status} ${code}.`,
  );
}

/** Code of an error's XML, a word; `error` where there is none. */
export const errorCode = (xml: string): string =>
  /<Code>([A-Za-z0-9]{1,100})<\/Code>/u.exec(xml)?.[1] ?? 'error';

/** Text of an answer, at most 64 KiB: what is more is cut off. */
export async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  if (response.body)
    for await (const piece of response.body) {
      pieces.push(piece);
      size += piece.length;
      if (size > longestText) break;
    }
  return Buffer.concat(pieces).subarray(0, longestText).toString();
}
