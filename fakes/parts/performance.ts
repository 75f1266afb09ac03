/** Traces, as a part of a cloud: the service and the client's port. */
import { createPerformance } from '#fakes/client/performance/performance.ts';
import { createPerformanceService } from '#fakes/cloud/performance/service.ts';
import type { CloudPart } from './cloud-of.ts';

export const performancePart: CloudPart<'performance'> = {
  service: createPerformanceService,
  port: createPerformance,
};
