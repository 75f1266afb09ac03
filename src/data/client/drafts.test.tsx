import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TeamContextValue, TeamProvider } from '../queries/team.tsx';
import { useDraft } from './drafts.ts';

/** The draft under a name, as a person sees it in a team. */
function draftIn(teamId: string, uid = 'lin') {
  const value = { team: { id: teamId }, me: { id: uid } } as TeamContextValue;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <TeamProvider value={value}>{children}</TeamProvider>
  );
  const { result } = renderHook(() => useDraft('declare'), { wrapper });
  return { text: () => result.current[0], type: (text: string) => act(() => result.current[1](text)) };
}

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

test('a draft is found only in its team and by its person', () => {
  draftIn('one').type('Checkout is down');
  expect(draftIn('one').text()).toBe('Checkout is down');
  expect(draftIn('two').text()).toBe('');
  expect(draftIn('one', 'sam').text()).toBe('');
});

test('a draft stored without a team is found once, by the first team that asks', () => {
  localStorage.setItem('muster.draft.lin.declare', 'Search is slow');
  expect(draftIn('one').text()).toBe('Search is slow');
  expect(draftIn('two').text()).toBe('');
  draftIn('one').type('');
  expect(draftIn('one').text()).toBe('');
});

test('a draft of the team takes precedence over one stored without a team', () => {
  localStorage.setItem('muster.draft.lin.declare', 'Old');
  localStorage.setItem('muster.draft.lin.one.declare', 'New');
  expect(draftIn('one').text()).toBe('New');
});
