/** Beginning of the paths that links of mails have, with a slash at its end. */
export const mailLinkPrefix = '/in/mail/';
