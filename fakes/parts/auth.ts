/** Auth, as a part of a cloud: the service and the client's port. */
import { createAuth } from '#fakes/client/auth/auth.ts';
import { createAuthService } from '#fakes/cloud/auth/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const authPart: CloudPart<'auth'> = { service: createAuthService, port: createAuth };
