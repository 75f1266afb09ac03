/** Texts of messages to people, in their language if it is supported. */
import type { ActionCode } from '#ports/auth/auth.ts';

type Operation = ActionCode['operation'];

interface Phrases {
  /** Subject, and the effect of opening the link. */
  readonly mails: Readonly<Record<Operation, readonly [subject: string, purpose: string]>>;
  readonly ignore: string;
  readonly code: (code: string, app: string) => string;
  readonly codeSubject: string;
}

const english: Phrases = {
  mails: {
    'verify-email': ['Confirm your email address', 'To confirm that this address is yours, follow this link'],
    'verify-and-change-email': [
      'Confirm your new email address',
      'To sign in with this address from now on, follow this link',
    ],
    'recover-email': [
      'Your email address was changed',
      'Your account uses another address now. If that was not you, take it back here',
    ],
    'revert-second-factor': [
      'A second factor was added to your account',
      'Signing in asks for a second proof now. If that was not you, take it back here',
    ],
    'reset-password': ['Reset your password', 'To choose a new password, follow this link'],
    'sign-in': ['Your sign-in link', 'To sign in, follow this link'],
  },
  ignore: 'If you did not ask for this, you can ignore this message.',
  code: (code, app) => `${code} is your code for ${app}.`,
  codeSubject: 'Your code',
};

const german: Phrases = {
  mails: {
    'verify-email': [
      'Bestätigen Sie Ihre E-Mail-Adresse',
      'Um zu bestätigen, dass diese Adresse Ihnen gehört, folgen Sie diesem Link',
    ],
    'verify-and-change-email': [
      'Bestätigen Sie Ihre neue E-Mail-Adresse',
      'Um sich künftig mit dieser Adresse anzumelden, folgen Sie diesem Link',
    ],
    'recover-email': [
      'Ihre E-Mail-Adresse wurde geändert',
      'Ihr Konto hat jetzt eine andere Adresse. Waren Sie das nicht, machen Sie es hier rückgängig',
    ],
    'revert-second-factor': [
      'Ihrem Konto wurde ein zweiter Faktor hinzugefügt',
      'Die Anmeldung verlangt jetzt einen zweiten Nachweis. Waren Sie das nicht, machen Sie es hier rückgängig',
    ],
    'reset-password': [
      'Setzen Sie Ihr Passwort zurück',
      'Um ein neues Passwort zu wählen, folgen Sie diesem Link',
    ],
    'sign-in': ['Ihr Anmeldelink', 'Um sich anzumelden, folgen Sie diesem Link'],
  },
  ignore: 'Haben Sie das nicht angefordert, ist nichts zu tun.',
  code: (code, app) => `${code} ist Ihr Code für ${app}.`,
  codeSubject: 'Ihr Code',
};

/** Phrases of a language, without its region: `de-CH` is German. An unsupported one is English. */
function phrases(language: string | null): Phrases {
  return language?.toLowerCase().split('-')[0] === 'de' ? german : english;
}

interface Message {
  readonly subject: string;
  readonly body: string;
}

export function mailFor(operation: Operation, link: string, language: string | null): Message {
  const { mails, ignore } = phrases(language);
  const [subject, purpose] = mails[operation];
  const asked = operation !== 'recover-email' && operation !== 'revert-second-factor';
  return { subject, body: `${purpose}: ${link}${asked ? ` ${ignore}` : ''}` };
}

export function smsFor(code: string, app: string, language: string | null): Message {
  const { code: say, codeSubject } = phrases(language);
  return { subject: codeSubject, body: say(code, app) };
}
