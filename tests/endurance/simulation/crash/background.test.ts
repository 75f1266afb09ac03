import { backgroundOperations } from './background.ts';
import { testDeaths } from './deaths.ts';

testDeaths(backgroundOperations);
