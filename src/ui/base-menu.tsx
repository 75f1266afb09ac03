import { Menu as Base } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import { useLayoutEffect } from 'react';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import type { AnchoredMenuProps } from './anchored-menu.tsx';
import type { MenuItem, MenuProps } from './menu.tsx';
import popup from './popup.module.css';

interface BaseMenuProps extends MenuProps {
  readonly id: string;
  /** It was pressed before this script was there. */
  readonly defaultOpen: boolean;
  /** What this takes the place of had the focus. */
  readonly refocus: boolean;
}

export function BaseMenu({ trigger, sections, align, id, defaultOpen, refocus }: BaseMenuProps) {
  useLayoutEffect(() => {
    if (refocus) document.getElementById(id)?.focus();
  }, [refocus, id]);
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger id={id} render={trigger} />
      <MenuPopup sections={sections} align={align} />
    </Base.Root>
  );
}

export function BaseAnchoredMenu({ anchor, sections, open, onOpenChange, align }: AnchoredMenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <MenuPopup sections={sections} align={align} anchor={anchor} />
    </Base.Root>
  );
}

interface MenuPopupProps extends Pick<MenuProps, 'sections'> {
  readonly align: MenuProps['align'];
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
