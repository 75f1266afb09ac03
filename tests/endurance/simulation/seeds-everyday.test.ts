import { testSeeds } from './seeds.ts';
import { everyday } from './world/history.ts';

testSeeds('nothing goes wrong for good', everyday, [1, 10, 30, 38]);
