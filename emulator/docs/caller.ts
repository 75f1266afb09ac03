/** Who calls, and of which database, as the headers say. */
import type { Metadata } from '@grpc/grpc-js';
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { Connection } from '../connection.ts';
import { bearerOf } from '../token.ts';
import { Names } from './names.ts';

const first = (metadata: Metadata, key: string): string | undefined => metadata.get(key)[0]?.toString();

export const connectAs = (cloud: FakeCloud, metadata: Metadata): Connection =>
  new Connection(cloud, bearerOf(first(metadata, 'authorization')));

export function namesIn(metadata: Metadata, database?: string): Names {
  return new Names(
    database || first(metadata, 'google-cloud-resource-prefix') || 'projects/-/databases/(default)',
  );
}
