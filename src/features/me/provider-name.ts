const socialNames: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
};

/** A linked sign-in method in the middle of a sentence: “a password”, “Google”. */
export const providerName = (id: string): string =>
  id === 'password' ? 'a password' : id === 'phone' ? 'a phone' : (socialNames[id] ?? id);

/** A linked sign-in method as a heading: “Phone”, “Google”. */
export const accountName = (id: string): string => (id === 'phone' ? 'Phone' : (socialNames[id] ?? id));
