import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { testDatabaseRules } from '#firebase-rules/index.ts';

const top = path.resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(top, name), 'utf8');
const matched = new Set(
  [...read('firestore.rules').matchAll(/match \/([A-Za-z]+)\/\{/gu)].map(([, name]) => name),
);

test('every collection that clients read is named by the rules', () => {
  expect(Object.keys(collectionPaths).filter((name) => !matched.has(name))).toEqual([]);
});

test('server-only collections have no rule, so they are denied', () => {
  const { command, integrationKey, ingestRate, alertKey, registration, slug, handOver } = documentPaths;
  const kept = [
    command('t', 'c'),
    integrationKey('k'),
    ingestRate('k'),
    alertKey('t', 'i', 'd'),
    registration('r'),
    slug('s'),
    handOver('t', 'u'),
  ];
  expect(kept.map((at) => at.split('/').at(-2)).filter((name) => matched.has(name))).toEqual([]);
});

test('firebase.json points at files that are there, and they can be read', () => {
  const { firestore, database, storage } = JSON.parse(read('firebase.json')) as Record<
    string,
    Record<string, string>
  >;
  expect(() => testDatabaseRules(read(database?.['rules'] ?? ''))).not.toThrow();
  expect(() => JSON.parse(read(firestore?.['indexes'] ?? '')) as unknown).not.toThrow();
  expect(read(storage?.['rules'] ?? '')).toContain('service firebase.storage');
  expect(read(firestore?.['rules'] ?? '')).toContain('service cloud.firestore');
});
