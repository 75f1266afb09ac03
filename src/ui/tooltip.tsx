import {
  cloneElement,
  useEffect,
  useState,
  type DOMAttributes,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { tooltipControl } from './tooltip-control.ts';
import { TooltipPopup } from './tooltip-popup.tsx';

export interface TooltipProps {
  readonly content: ReactNode;
  /** A combo shown after the content. */
  readonly shortcut?: string | undefined;
  /** Also open on a click or tap; for what has no other way to be read by touch. */
  readonly onTap?: boolean;
  /** The one button or link that it explains. */
  readonly children: ReactElement;
}

type Handlers = Pick<
  DOMAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onClick'
>;

/**
 * Opens on hover and on keyboard focus, and closes on Escape. Never the only place where a name is given: name the control itself
 * too. What it shows is made when it opens: a timeline of a thousand times costs a thousand buttons and little more.
 */
export function Tooltip({ content, shortcut, onTap = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [control] = useState(() => tooltipControl(setAnchor));
  useEffect(() => control.hide, [control]);
  const own = children.props as Handlers;
  const handlers: Handlers = {
    onPointerEnter(event: PointerEvent<HTMLElement>) {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') control.showSoon(event.currentTarget);
    },
    onPointerLeave(event: PointerEvent<HTMLElement>) {
      own.onPointerLeave?.(event);
      if (event.pointerType !== 'touch') control.hideSoon();
    },
    onFocus(event: FocusEvent<HTMLElement>) {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) control.show(event.currentTarget);
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      own.onBlur?.(event);
      control.hide();
    },
    onClick(event: MouseEvent<HTMLElement>) {
      own.onClick?.(event);
      if (event.isPropagationStopped()) return;
      if (onTap) control.show(event.currentTarget);
      else control.hide();
    },
  };
  return (
    <>
      {cloneElement<Handlers>(children as ReactElement<Handlers>, handlers)}
      {anchor ? (
        <TooltipPopup anchor={anchor} control={control} content={content} shortcut={shortcut} />
      ) : null}
    </>
  );
}
