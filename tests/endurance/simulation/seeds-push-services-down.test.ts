import { testSeeds } from './seeds.ts';
import { pushServicesDown } from './world/history.ts';

testSeeds('pages go on at once while push services can’t be reached', pushServicesDown, [3, 8, 17, 23, 43]);
