import { testSeeds } from './seeds.ts';
import { anyUnreadable } from './world/history.ts';

testSeeds(
  'everybody else is paged while documents of any kind are unreadable',
  anyUnreadable,
  [2, 4, 5, 6, 11, 14, 15, 28, 30, 33],
);
