/** Caller of a request, from its headers. */
import type { FakeCloud } from '#fakes/cloud/cloud.ts';
import { SocketConnection } from '../connection.ts';
import { bearerOf } from '../token.ts';

/** Look-up of a header by its lower-case name. */
export type Headers = (name: string) => string | undefined;

export const connectAs = (cloud: FakeCloud, headers: Headers): SocketConnection =>
  new SocketConnection(cloud, bearerOf(headers('authorization')));
