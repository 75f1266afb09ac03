import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectionPaths } from '#api/paths.ts';
import { serverCollections } from '#api/server-paths.ts';
import { testDatabaseRules } from '#firebase-rules/index.ts';

const top = path.resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(top, name), 'utf8');
const matched = new Set(
  [...read('firestore.rules').matchAll(/match \/([A-Za-z]+)\/\{/gu)].map(([, name]) => name),
);

test('every collection that clients read has a rule', () => {
  expect(Object.keys(collectionPaths).filter((name) => !matched.has(name))).toEqual([]);
});

test('server-only collections have no rule, so they are denied', () => {
  const names = Object.values(serverCollections).map((path) => path.at(-1) ?? '');
  expect(['alertKeys', 'accessChanges', ...names].filter((name) => matched.has(name))).toEqual([]);
});

test('firebase.json names existing and valid files', () => {
  const { firestore, database, storage } = JSON.parse(read('firebase.json')) as Record<
    string,
    Record<string, string>
  >;
  expect(() => testDatabaseRules(read(database?.['rules'] ?? ''))).not.toThrow();
  expect(() => JSON.parse(read(firestore?.['indexes'] ?? '')) as unknown).not.toThrow();
  expect(read(storage?.['rules'] ?? '')).toContain('service firebase.storage');
  expect(read(firestore?.['rules'] ?? '')).toContain('service cloud.firestore');
});
