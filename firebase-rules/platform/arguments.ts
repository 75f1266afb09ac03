/** Arguments checked within the limits of the platform, whether a client gives them, backend code or another protocol. */
import { checksWithin } from '#query/arguments.ts';
import { platformLimits } from './planner.ts';

const checks = checksWithin(platformLimits);

export const {
  path: platformPath,
  fieldPath: platformFieldPath,
  data: platformData,
  query: platformQuery,
  write: platformWrite,
} = checks;
