/** Who calls, as the headers say. */
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { SocketConnection } from '../connection.ts';
import { bearerOf } from '../token.ts';

/** What came with a call, by its name in small letters. */
export type Headers = (name: string) => string | undefined;

export const connectAs = (cloud: FakeCloud, headers: Headers): SocketConnection =>
  new SocketConnection(cloud, bearerOf(headers('authorization')));
