import { useId, type ReactElement } from 'react';
import { type ButtonProps, renderButton } from './plain-button.tsx';
import { Tooltip } from './tooltip.tsx';

/** A button, with a tooltip for the reason why it is disabled. */
export function Button(props: ButtonProps): ReactElement {
  const button = renderButton(props, useId());
  if (!props.disabledReason) return button;
  return (
    <Tooltip content={props.disabledReason} onTap>
      {button}
    </Tooltip>
  );
}
