/** Shells: the coming screen's layout as text, for index.html. Rendered by the build (`tools/shell.ts`), never in a browser. */
import '#src/ui/base.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { SignInSkeleton } from '#src/features/sign-in/sign-in-skeleton.tsx';
import type { ComingScreen } from './coming-screen.ts';
import { FrameLayout } from './frame-skeleton.tsx';
import { SlowStart } from './slow-start.tsx';

export const shells: Readonly<Record<ComingScreen, string>> = {
  'sign-in': renderToStaticMarkup(
    <>
      <SignInSkeleton />
      <SlowStart />
    </>,
  ),
  frame: renderToStaticMarkup(
    <>
      <FrameLayout path="" rehearsal={import.meta.env.VITE_PROVIDER === 'embedded'} />
      <SlowStart />
    </>,
  ),
};
