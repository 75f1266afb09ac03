/** The eight services, documents with index checks. */
import { createAuthService } from './auth/service.ts';
import { createConfigService } from './config/service.ts';
import { indexChecks } from './docs/index-checker.ts';
import { createDocsService } from './docs/service.ts';
import { createFunctionsService } from './functions/service.ts';
import { createMessagingService } from './messaging/service.ts';
import { createPerformanceService } from './performance/service.ts';
import { createRealtimeService } from './realtime/service.ts';
import type { ServiceMakers } from './services.ts';
import { createStorageService } from './storage/service.ts';

export const everyService: Required<ServiceMakers> = {
  auth: createAuthService,
  docs: (platform) => createDocsService(platform, indexChecks),
  realtime: createRealtimeService,
  functions: createFunctionsService,
  storage: createStorageService,
  messaging: createMessagingService,
  config: createConfigService,
  performance: createPerformanceService,
};
