/** Placeholder until the performance service lands. */
import type { CloudService, Platform } from '../service.ts';

export interface PerformanceService extends CloudService {}

export function createPerformanceService(platform: Platform): PerformanceService {
  void platform;
  return {
    name: 'performance',
    requests: {},
    snapshot: () => null,
    restore: () => {},
  };
}
