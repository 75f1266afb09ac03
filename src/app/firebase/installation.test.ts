import { expect, test } from 'vitest';
import { describeProblems, readInstallation } from './installation.ts';
import example from '../../../muster.config.example.json?raw';

const changed = (
  change: (value: { project: Record<string, unknown>; [key: string]: unknown }) => void,
): string => {
  const value = JSON.parse(example) as { project: Record<string, unknown> };
  change(value);
  return JSON.stringify(value);
};

const problems = (text: string) => {
  const reading = readInstallation(text);
  return reading.ok ? [] : reading.problems;
};

test('the example of an installation is valid', () => {
  expect(readInstallation(example)).toMatchObject({
    ok: true,
    installation: { project: { projectId: 'my-muster' }, region: 'europe-west1' },
  });
});

test.each([
  'apiKey',
  'authDomain',
  'projectId',
  'appId',
  'messagingSenderId',
  'storageBucket',
  'databaseURL',
])('an installation without %s names the missing key and where to find it', (key) => {
  const [problem, ...others] = problems(changed(({ project }) => void delete project[key]));
  expect(others).toEqual([]);
  expect(problem?.key).toBe(`project.${key}`);
  expect(problem?.advice).toMatch(/^It is missing\. \S/);
  expect(problem?.advice).not.toMatch(/invalid/i);
});

test.each([
  [
    'project.databaseURL',
    changed(({ project }) => (project['databaseURL'] = 'http://localhost:9000')),
    /address/,
  ],
  ['project.storageBucket', changed(({ project }) => (project['storageBucket'] = 'gs://bucket')), /gs:\/\//],
  ['pushKey', changed((value) => (value['pushKey'] = 'short')), /87 characters/],
  ['region', changed((value) => (value['region'] = 5)), /europe-west1/],
  ['projetc', changed((value) => (value['projetc'] = {})), /no such key/],
  ['local.docs', changed((value) => (value['local'] = { docs: 'localhost' })), /host:port/],
  ['project', changed((value) => Reflect.deleteProperty(value, 'project')), /It is missing/],
  ['the file', '{', /must be JSON/],
])('an installation with a wrong %s is rejected with what to do', (key, text, advice) => {
  expect(problems(text)).toMatchObject([{ key, advice: expect.stringMatching(advice) as string }]);
});

test('every problem of an installation is listed, one per line', () => {
  const found = problems(changed((value) => (value.project = { ...value.project, appId: 'x', apiKey: '' })));
  expect(found.map(({ key }) => key)).toEqual(['project.apiKey', 'project.appId']);
  expect(describeProblems('a.json', found).split('\n')).toHaveLength(3);
});
