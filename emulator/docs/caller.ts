/** Who calls, and of which database, as the headers say. */
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { Connection } from '../connection.ts';
import { bearerOf } from '../token.ts';
import { Names } from './names.ts';

/** What came with a call, by its name in small letters. */
export type Headers = (name: string) => string | undefined;

export const connectAs = (cloud: FakeCloud, headers: Headers): Connection =>
  new Connection(cloud, bearerOf(headers('authorization')));

export function namesIn(headers: Headers, database?: string): Names {
  return new Names(database || headers('google-cloud-resource-prefix') || 'projects/-/databases/(default)');
}
