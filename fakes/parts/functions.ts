/** Functions, as a part of a cloud: the service and the client's port. */
import { createFunctionsPort } from '#fakes/client/functions/functions.ts';
import { createFunctionsService } from '#fakes/cloud/functions/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const functionsPart: CloudPart<'functions'> = {
  service: createFunctionsService,
  port: createFunctionsPort,
};
