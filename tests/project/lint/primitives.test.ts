/** src/ui holds primitives: its code and comments say nothing of the product. */
import { expect, it } from 'vitest';
import { projectFiles, projectText } from '../../project-files.ts';

const ofProduct =
  /incident|severity|\balerts?\b|\bon.call\b|escalat|\brota\b|responder|rehears|\bmuster\b|\bteams?\b|\bdrill\b|\bpaged\b|snooz|acknowledg|\bschedules?\b|\bdeclare/i;

/** Roles, components and icons that are called so everywhere, and the key under which a browser remembers the theme. */
const ordinary = /role[=:].*alert|\? 'alert'|alert-?dialog|(?:triangle|circle)-?alert|'muster[.:]theme'/gi;

const files = projectFiles(['src/ui/*.{ts,tsx,css}'], /\.test\./);

it('there are primitives', () => {
  expect(files.length).toBeGreaterThan(50);
});

it.each(files)('%s has no word of the product', (file) => {
  const found = projectText(file)
    .split('\n')
    .filter((line) => ofProduct.test(line.replaceAll(ordinary, '')));
  expect(found).toEqual([]);
});
