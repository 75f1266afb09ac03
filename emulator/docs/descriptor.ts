/** The protos as they are published. A bundle has them in itself (tools/build-local.ts). */
import { createRequire } from 'node:module';

export const publishedDescriptor = (): unknown =>
  createRequire(import.meta.url)('@google-cloud/firestore-api/build/protos/protos.json');
