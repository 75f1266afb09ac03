/** Where the address waits until its sign-in link is followed. */
export const linkAddressDraft = 'sign-in-address';
