import { Menu as Base } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import popup from './popup.module.css';

export interface MenuItem {
  readonly id: string;
  /** A verb and its object, or the choice. */
  readonly label: string;
  /** Replaces the label on screen, such as an icon with a word. */
  readonly show?: ReactNode;
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  readonly shortcut?: string | undefined;
  /** Marks the current choice of several; give it to all of them. */
  readonly selected?: boolean | undefined;
  readonly danger?: boolean;
  /** Reason under the label; the item stays focusable and does nothing. */
  readonly disabledReason?: string | false | undefined;
  readonly onSelect: () => void;
}

export interface MenuSection {
  readonly heading?: string;
  readonly items: readonly MenuItem[];
}

export interface MenuProps {
  /** The Button or IconButton that opens it. */
  readonly trigger: ReactElement;
  readonly sections: readonly MenuSection[];
  /** Default `start`. */
  readonly align?: 'start' | 'end';
}

/** Actions on one thing, behind a button. */
export function Menu({ trigger, ...popupProps }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <MenuPopup {...popupProps} />
    </Base.Root>
  );
}

export interface AnchoredMenuProps extends Pick<MenuProps, 'sections' | 'align'> {
  /** Element beside which it opens, and which then has the focus again. */
  readonly anchor: HTMLElement | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Shared menu for the buttons of many rows: a list of hundreds mounts one. For a single button use Menu. */
export function AnchoredMenu({ open, onOpenChange, ...popupProps }: AnchoredMenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <MenuPopup {...popupProps} />
    </Base.Root>
  );
}

interface MenuPopupProps extends Pick<MenuProps, 'sections' | 'align'> {
  /** Absent: the trigger of the menu. */
  readonly anchor?: HTMLElement | null;
}

function MenuPopup({ sections, align = 'start', anchor }: MenuPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={popup.positioner}
        sideOffset={4}
        align={align}
        collisionPadding={8}
        {...(anchor === undefined ? {} : { anchor })}
      >
        <Base.Popup
          className={popup.popup}
          {...(anchor === undefined ? {} : { finalFocus: () => anchor ?? true })}
        >
          {sections.map((section, index) => (
            <Base.Group key={section.items[0]?.id ?? index}>
              {index > 0 ? <Base.Separator className={popup.separator} /> : null}
              {section.heading ? (
                <Base.GroupLabel className={popup.heading}>{section.heading}</Base.GroupLabel>
              ) : null}
              {section.items.map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </Base.Group>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function Item({ item }: { readonly item: MenuItem }) {
  const hint = item.disabledReason || item.hint;
  const blocked = Boolean(item.disabledReason);
  const shared = {
    label: item.label,
    className: cx(popup.item, item.danger && popup.danger),
    'aria-disabled': blocked || undefined,
    closeOnClick: !blocked,
    onClick: blocked ? undefined : item.onSelect,
  };
  const inner = (
    <>
      {item.icon ? <span className={popup.lead}>{item.icon}</span> : null}
      <span className={popup.words}>
        {item.show ?? item.label}
        {hint ? <span className={popup.hint}>{hint}</span> : null}
      </span>
      {item.shortcut ? (
        <span className={popup.shortcut}>
          <Kbd combo={item.shortcut} />
        </span>
      ) : null}
      {item.selected === undefined ? null : (
        <span className={popup.check}>{item.selected ? <Check className="icon" /> : null}</span>
      )}
    </>
  );
  if (item.selected === undefined) return <Base.Item {...shared}>{inner}</Base.Item>;
  return (
    <Base.CheckboxItem {...shared} checked={item.selected}>
      {inner}
    </Base.CheckboxItem>
  );
}
