/** Menu item in place of members who can’t be read. */
import type { ViewFailure } from '#src/data/client/view.ts';
import type { MenuItem } from '#src/ui/menu.tsx';

export const readAgain = ({ meaning, retry }: ViewFailure): MenuItem => ({
  id: 'read-again',
  label: 'The team can’t be read. Try again',
  hint: meaning,
  onSelect: retry,
});
