/** Draft with the address until its sign-in link is opened. */
export const linkAddressDraft = 'sign-in-address';
/** Draft with the address typed before the second step, for a person who can't pass it. */
export const recoverAddressDraft = 'recover-address';
