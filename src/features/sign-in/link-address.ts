/** Where the address waits until its sign-in link is followed. */
export const linkAddressDraft = 'sign-in-address';
/** Where the address waits that was typed before the second step, for who can't get past it. */
export const recoverAddressDraft = 'recover-address';
