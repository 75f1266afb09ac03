/** The menus of the frame: the person's own, and the phone's "More". */
import { AnchoredMenu, type MenuItem } from '#src/ui/menu.tsx';
import { useAccountMenu } from './account-menu.tsx';
import type { LateMenuPopup } from './frame-controls.tsx';

export const AccountMenu = (popup: LateMenuPopup) => <AnchoredMenu {...popup} sections={useAccountMenu()} />;

export interface MoreMenuProps extends LateMenuPopup {
  /** Above the person's own. */
  readonly items: readonly MenuItem[];
}

export const MoreMenu = ({ items, ...popup }: MoreMenuProps) => (
  <AnchoredMenu {...popup} align="end" sections={[{ items }, ...useAccountMenu()]} />
);
