/** Options of a bucket that keeps the files: `--files`, `--s3-endpoint`, `--s3-region`, and credentials from the environment. */
import type { S3Credentials } from '#adapters/postgres/files/s3-requests.ts';
import { CommandLineError } from '../server-options.ts';

export interface BucketOptions {
  /** Address of the bucket, without a slash at its end. */
  readonly address: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
}

interface GivenOptions {
  readonly files?: string | undefined;
  readonly 's3-endpoint'?: string | undefined;
  readonly 's3-region'?: string | undefined;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;
const keyPrefix = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/u;

/** `null`: files are kept in the folder. @throws CommandLineError */
export function bucketOptions(given: GivenOptions): BucketOptions | null {
  const { files, 's3-endpoint': endpoint, 's3-region': region = 'us-east-1' } = given;
  if (files === undefined) {
    if (endpoint !== undefined || given['s3-region'] !== undefined)
      throw new CommandLineError('--s3-endpoint and --s3-region are of no use without --files s3://bucket.');
    return null;
  }
  const [, name = '', path = ''] = /^s3:\/\/([^/]*)\/?(.*?)\/?$/u.exec(files) ?? [];
  if (!bucketName.test(name) || (path !== '' && !keyPrefix.test(path)))
    throw new CommandLineError(
      `--files takes a bucket, as s3://bucket or s3://bucket/prefix with letters, digits, “-” and “_” in the prefix, not “${files}”.`,
    );
  if (!/^[a-z0-9-]{1,40}$/u.test(region))
    throw new CommandLineError(`--s3-region takes a name like eu-central-1, not “${region}”.`);
  return {
    address:
      endpoint === undefined ? `https://${name}.s3.${region}.amazonaws.com` : `${originOf(endpoint)}/${name}`,
    prefix: path === '' ? '' : `${path}/`,
    region,
  };
}

function originOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.href !== `${url.origin}/`)
    throw new CommandLineError(
      '--s3-endpoint takes an address like https://minio.example:9000, without a path or a user name.',
    );
  return url.origin;
}

/** @throws CommandLineError when there are none */
export function bucketCredentials(environment: Readonly<Record<string, string | undefined>>): S3Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandLineError(
      '--files s3://… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
    );
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}
