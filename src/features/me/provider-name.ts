const names: Readonly<Record<string, string>> = {
  password: 'a password',
  phone: 'a phone',
  'google.com': 'Google',
  'github.com': 'GitHub',
  'apple.com': 'Apple',
  'microsoft.com': 'Microsoft',
};

/** How a way of signing in is called. */
export const providerName = (id: string): string => names[id] ?? id;
