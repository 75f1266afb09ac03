/** Files, as a part of a cloud: the service and the client's port. */
import { createStorage } from '#fakes/client/storage/storage.ts';
import { createStorageService } from '#fakes/cloud/storage/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const storagePart: CloudPart<'storage'> = { service: createStorageService, port: createStorage };
