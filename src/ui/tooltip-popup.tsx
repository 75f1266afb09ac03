import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from './kbd.tsx';
import type { TooltipControl } from './tooltip-control.ts';
import styles from './tooltip.module.css';

export interface TooltipPopupProps {
  readonly anchor: Element;
  readonly control: TooltipControl;
  readonly content: ReactNode;
  readonly shortcut: string | undefined;
}

/** Above its anchor, below where there is no room; on top of everything, and never under the pointer's way to a press. */
export function TooltipPopup({ anchor, control, content, shortcut }: TooltipPopupProps) {
  const popup = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const follow = () => {
      if (popup.current) place(popup.current, anchor);
    };
    follow();
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  });

  useEffect(() => {
    const press = ({ target }: Event) => {
      const within = target instanceof Node && (anchor.contains(target) || popup.current?.contains(target));
      if (!within) control.hide();
    };
    const key = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') control.hide();
    };
    addEventListener('pointerdown', press, { capture: true });
    addEventListener('keydown', key, { capture: true });
    return () => {
      removeEventListener('pointerdown', press, { capture: true });
      removeEventListener('keydown', key, { capture: true });
    };
  }, [anchor, control]);

  return createPortal(
    <div
      ref={popup}
      role="tooltip"
      className={styles.popup}
      onPointerEnter={control.keep}
      onPointerLeave={control.hideSoon}
    >
      {content}
      {shortcut ? <Kbd combo={shortcut} /> : null}
    </div>,
    document.body,
  );
}

const gap = 6;
const margin = 8;

function place(popup: HTMLElement, anchor: Element): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const above = at.top - gap - height;
  const top = above >= margin ? above : at.bottom + gap;
  const middle = at.left + (at.width - width) / 2;
  const left = Math.max(margin, Math.min(middle, document.documentElement.clientWidth - margin - width));
  popup.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}
