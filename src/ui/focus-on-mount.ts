/** Ref that focuses a field when it mounts. Only for fields that the person asked for. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
