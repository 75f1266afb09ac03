import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useId, type ReactElement, type ReactNode } from 'react';

export interface TooltipContent {
  readonly content: ReactNode;
  /** A combo shown after the content. */
  readonly shortcut?: string | undefined;
}

export interface TooltipProps extends TooltipContent {
  /** Whether it opens on a click or tap too; for content that can't be read by touch otherwise. */
  readonly onTap?: boolean;
  /** The one button or link that it explains. */
  readonly children: ReactElement<{ readonly id?: string | undefined }>;
}

/** Delays of the tooltips in it: the first opens after a while, the next at once. */
export const TooltipDelays = ({ children }: { readonly children: ReactNode }) => (
  <Base.Provider delay={400} closeDelay={100} timeout={300}>
    {children}
  </Base.Provider>
);

/** Shared popup for all triggers: a timeline of a thousand times mounts one. */
export const tooltips = Base.createHandle<TooltipContent>();

/**
 * Opens on hover and on keyboard focus, once a TooltipPopup is mounted. Never the only place where a name is given: name the
 * control itself too.
 */
export function Tooltip({ content, shortcut, onTap = false, children }: TooltipProps) {
  const generated = useId();
  const id = children.props.id ?? generated;
  return (
    <Base.Trigger
      id={id}
      handle={tooltips}
      payload={{ content, shortcut }}
      closeOnClick={!onTap}
      onClick={() => {
        if (onTap && !tooltips.isOpen) tooltips.open(id);
      }}
      render={children}
    />
  );
}
