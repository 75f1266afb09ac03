/** As a ref: moves the focus to a field that appeared because the person asked for it. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
