import type { Preview } from '@storybook/react-vite';
import { GalleryRoot, themes } from './gallery-root.tsx';

export default {
  globalTypes: { theme: { description: 'Theme', toolbar: { icon: 'contrast', items: [...themes] } } },
  initialGlobals: { theme: 'system' },
  decorators: [
    (Story, { globals }) => (
      <GalleryRoot theme={themes.find((theme) => theme === globals['theme']) ?? 'system'}>
        <Story />
      </GalleryRoot>
    ),
  ],
} satisfies Preview;
