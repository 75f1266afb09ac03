import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stage } from './stage.tsx';

describe('the session gate', () => {
  it('sends whoever is signed out to the sign-in screen, and knows the way back', async () => {
    const { path } = await stage({ path: '/incidents?status=live' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(path()).toBe('/signin?to=%2Fincidents%3Fstatus%3Dlive');
  });
});
