import { testSeeds } from './seeds.ts';
import { everyday } from './world/history.ts';

testSeeds('nothing goes wrong for good', everyday);
