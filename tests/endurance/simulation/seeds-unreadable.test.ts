import { testSeeds } from './seeds.ts';
import { anyUnreadable } from './world/history.ts';

testSeeds(
  'everybody else is paged while documents of any kind are unreadable',
  anyUnreadable,
  [1, 3, 4, 5, 7, 9, 10],
);
