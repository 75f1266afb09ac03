import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { GalleryRoot } from './gallery-root.tsx';

const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>('./*.stories.tsx', { eager: true });
const stories = Object.entries(modules).flatMap(([file, named]) =>
  Object.entries(named)
    .filter(([name]) => name !== 'default')
    .map(([name, Story]) => [`${file} ${name}`, Story] as const),
);

afterEach(cleanup);

it('there are stories', () => {
  expect(stories.length).toBeGreaterThan(15);
});

it.each(stories)('%s renders without errors, and axe finds no violation', async (_name, Story) => {
  const reported = vi.spyOn(console, 'error');
  try {
    const { container } = render(
      <GalleryRoot theme="dark">
        <Story />
      </GalleryRoot>,
    );
    expect(document.documentElement.dataset['theme']).toBe('dark');
    // Colours and places are the browser's: tests/e2e/accessible.spec.ts looks at them on every screen.
    const { violations } = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    expect(reported).not.toHaveBeenCalled();
  } finally {
    reported.mockRestore();
  }
});
