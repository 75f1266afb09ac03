/** The menus of the frame: the person's own, and the phone's "More". */
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Avatar } from '#src/components/avatar.tsx';
import { useTeam } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Menu, type MenuItem } from '#src/ui/menu.tsx';
import { useAccountMenu } from './account-menu.tsx';
import styles from './frame.module.css';

export function AccountMenu() {
  const { me } = useTeam();
  return (
    <Menu
      sections={useAccountMenu()}
      trigger={
        <Button
          wide
          variant="quiet"
          className={styles.left}
          icon={<Avatar person={{ id: me.id, name: me.displayName }} size="small" decorative />}
        >
          {me.displayName}
        </Button>
      }
    />
  );
}

export interface MoreMenuProps {
  /** Above the person's own. */
  readonly items: readonly MenuItem[];
}

export function MoreMenu({ items }: MoreMenuProps) {
  return (
    <Menu
      align="end"
      sections={[{ items }, ...useAccountMenu()]}
      trigger={
        <button type="button" className={styles.more}>
          <Ellipsis className="icon" />
          <span>More</span>
        </button>
      }
    />
  );
}
