/** The eight services, documents with index checks and in blocks. */
import { createAuthService } from './auth/service.ts';
import { createConfigService } from './config/service.ts';
import { indexChecks } from './docs/index-checker.ts';
import { createDocsService } from './docs/service.ts';
import { docBlocks } from './docs/stored-block.ts';
import { createFunctionsService } from './functions/service.ts';
import { createMessagingService } from './messaging/service.ts';
import { createPerformanceService } from './performance/service.ts';
import { createRealtimeService } from './realtime/service.ts';
import type { ServiceMakers } from './services.ts';
import { createStorageService } from './storage/service.ts';

export const everyService: Required<ServiceMakers> = {
  auth: createAuthService,
  docs: (platform) => createDocsService(platform, indexChecks, docBlocks),
  realtime: createRealtimeService,
  functions: createFunctionsService,
  storage: createStorageService,
  messaging: createMessagingService,
  config: createConfigService,
  performance: createPerformanceService,
};
