/** The protos as they are published. A bundle has them in itself (tools/build-local.ts). */
import { createRequire } from 'node:module';

export function publishedDescriptor(): unknown {
  const require = createRequire(import.meta.url);
  return require('@google-cloud/firestore-api/build/protos/protos.json');
}
