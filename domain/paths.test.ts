import { expect, test } from 'vitest';
import { collectionPaths, documentPaths, realtimePaths, storagePaths } from './paths.ts';

test('a document lives in its collection', () => {
  expect(documentPaths.task('t', 'i', 'k')).toBe(`${collectionPaths.tasks('t', 'i')}/k`);
  expect(documentPaths.timelineEvent('t', 'i', 'e')).toBe('teams/t/incidents/i/timeline/e');
  expect(documentPaths.delivery('t', 'p', 'd')).toBe('teams/t/pages/p/deliveries/d');
  expect(documentPaths.device('t', 'd')).toBe('teams/t/devices/d');
  expect(realtimePaths.presence('t', 'i', 'u', 7)).toBe(`${realtimePaths.room('t', 'i')}/u_7`);
  expect(realtimePaths.human('t', 'u', 0)).toBe(`${realtimePaths.humans('t', 'u')}/u_0`);
});

test('a file’s name stays one segment', () => {
  const path = (name: string) => storagePaths.attachment('t', 'i', 'a', name);
  expect(path('graph.png')).toBe('teams/t/incidents/i/a/graph.png');
  expect(path('../../secret#1?.png')).toBe('teams/t/incidents/i/a/.._.._secret_1_.png');
  expect(path('..')).toBe('teams/t/incidents/i/a/file');
  expect(path('a\u0000\nb')).toBe('teams/t/incidents/i/a/a__b');
});
