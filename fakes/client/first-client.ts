/**
 * A client that begins with the ports of a sign-in screen. `client.ts`, which may be fetched later, makes the others from its context.
 */
import type { Auth } from '#ports/auth/auth.ts';
import type { CompleteBackend } from '#ports/complete.ts';
import { checkOptions } from '#ports/options.ts';
import { createAuth } from './auth/auth.ts';
import { embeddedCapabilities, memberCapabilities } from './capabilities.ts';
import { createConfig } from './config/config.ts';
import {
  type ClientCore,
  type ClientOptions,
  clientOptions,
  type EmbeddedWiring,
  memberCore,
  type MemberClient,
  type OperatedCore,
  operatedCore,
} from './embedded-client.ts';

/** A core with auth and config. */
type FirstClient<Core extends ClientCore> = Core & Pick<CompleteBackend, 'auth' | 'config'>;

/** A member's client has no social sign-in. */
export type FirstMember = ClientCore & Pick<MemberClient, 'auth' | 'config'>;

/** The first ports of `createClient`. @throws as `connect` */
export function openClient(wiring: EmbeddedWiring, options: ClientOptions = {}): FirstClient<OperatedCore> {
  checkOptions('createClient', options, clientOptions);
  return withFirstPorts(operatedCore(wiring, options, embeddedCapabilities));
}

/** The first ports of `createMember`. @throws as `connect` */
export function openMember(wiring: EmbeddedWiring, options: ClientOptions = {}): FirstMember {
  checkOptions('createMember', options, clientOptions);
  const first = withFirstPorts(memberCore(wiring, options, memberCapabilities));
  const social: Auth['social'] = null;
  return { ...first, auth: { ...first.auth, social } };
}

export const withFirstPorts = <Core extends ClientCore>(core: Core): FirstClient<Core> => ({
  ...core,
  auth: createAuth(core.context),
  config: createConfig(core.context),
});
