/** Wait for the focus, which moves in a later frame than its target appears in: a key before that does not reach the target. */
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** The element itself, or something in it, has the focus. */
export const focusWithin = (place: HTMLElement | null): Promise<unknown> =>
  waitFor(() => expect(place).toContainElement(document.activeElement as HTMLElement | null));
