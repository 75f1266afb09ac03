/** Remote configuration, as a part of a cloud: the service and the client's port. */
import { createConfig } from '#fakes/client/config/config.ts';
import { createConfigService } from '#fakes/cloud/config/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const configPart: CloudPart<'config'> = { service: createConfigService, port: createConfig };
