/** Limits of passkeys, for server and browser. */
/** Passkeys of one account, at most. */
export const mostPasskeys = 20;
/** Characters of a passkey's name. */
export const longestPasskeyName = 80;
