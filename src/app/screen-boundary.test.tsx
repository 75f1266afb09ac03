import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { ScreenBoundary } from './screen-boundary.tsx';
import { StartFailed } from './start.tsx';

afterEach(cleanup);

const vendorText = 'FIRESTORE (12.1.0) INTERNAL ASSERTION FAILED: Unexpected state';

function Broken({ message }: { readonly message: string }): never {
  throw new Error(message);
}

it.each([vendorText, 'Failed to fetch dynamically imported module: https://example.com/x.js'])(
  'shows the meaning of a screen’s failure, and writes “%s” to the console only',
  (message) => {
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => console.mockRestore());
    render(
      <ScreenBoundary>
        <Broken message={message} />
      </ScreenBoundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent(/Reload|reload/);
    expect(document.body).not.toHaveTextContent(message);
    expect(JSON.stringify(console.mock.calls.flat().map(String))).toContain(message);
  },
);

it('shows what to do when the backend can’t be opened', () => {
  render(<StartFailed />);
  expect(screen.getByRole('alert')).toHaveTextContent('Reload to try again.');
});
