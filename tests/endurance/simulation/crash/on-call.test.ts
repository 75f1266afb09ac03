import { onCallOperations } from './on-call.ts';
import { testDeaths } from './deaths.ts';

testDeaths(onCallOperations);
