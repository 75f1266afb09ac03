import { testSeeds } from './seeds.ts';
import { pushServicesDown } from './world/history.ts';

testSeeds(
  'pages go on at once while push services can’t be reached',
  pushServicesDown,
  [1, 2, 3, 5, 7, 8, 10],
);
