import { serviceNameId } from '#domain/routing/service-names.ts';
import type { Service } from '#domain/service/schema.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { CommandWork } from '../kernel/guard.ts';

/** Notes a service under its name, where routing rules look for it. */
export const noteServiceName = (
  work: CommandWork,
  { id, teamId, name }: Pick<Service, 'id' | 'teamId' | 'name'>,
): void => work.save(serverPaths.serviceName(teamId, serviceNameId(name)), { serviceId: id });
