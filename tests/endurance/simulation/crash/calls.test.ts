import { callOperations } from './calls.ts';
import { testDeaths } from './deaths.ts';

testDeaths(callOperations);
