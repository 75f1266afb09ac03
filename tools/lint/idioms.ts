/** Forbidden idioms, by concern, and the replacement for each. */

/** State that a component keeps for the time an action takes. */
const actionState = /^set(?:Busy|Pending|Saving|Sending|Loading|Submitting|Leaving|Ending)$/;

/** State in which a component keeps what is wrong with its fields, and whether that is shown yet. */
const formState = /^set(?:Tried|Touched|Submitted|Errors|Problems|Faults|Fields|Values)$/;

/** The only listener sets: the helper for stores, and two registries with rules of their own. */
const stores = ['src/data/client/store.ts', 'src/ui/key-registry.ts', 'src/app/server-ticks.ts'];

/** Modules that pages evaluate. */
const inPage = /^(?:src|domain|api|ports|adapters)\//u;

const inSrc = (file: string) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file);

/** The setter of a `useState`. */
export function checkState(file: string, setter: string): string | null {
  if (!inSrc(file)) return null;
  if (actionState.test(setter))
    return `${setter}: async actions are useMutation (isPending, error), or useNamedActions of src/data/client/named-actions.ts.`;
  return formState.test(setter)
    ? `${setter}: forms are useForm of react-hook-form with valibotResolver(schema); errors are in its formState.`
    : null;
}

/** Setters of `useState` to which a component passes the text of an input; each is named once. */
export const checkTypedStates = (file: string, setters: readonly string[]): string | null =>
  inSrc(file) && file.startsWith('src/features/') && setters.length > 1
    ? `${setters.join(' and ')}: several typed fields are a form: useEntityForm (a stored entity), useDialogForm (a command in a dialog), or useForm of react-hook-form.`
    : null;

/** A set of listeners that get no value. */
export const checkListeners = (file: string): string | null =>
  inSrc(file) && !stores.includes(file)
    ? 'A store outside React is createStore of src/data/client/store.ts, read with useStore.'
    : null;

/** `new Intl.DateTimeFormat` and the like, made while a module is evaluated. */
export const checkFormat = (file: string, name = ''): string | null =>
  inPage.test(file) && !/\.test\.tsx?$/u.test(file)
    ? `Intl.${name}: make it in the function that formats. The first one of a page reads the browser’s data of languages and zones for some 30 ms, for which every screen would wait that has this module.`
    : null;

/** A condition as a child of `Suspense`. */
export const checkSuspense = (file: string): string | null =>
  inSrc(file)
    ? 'Suspense around a condition: put the condition around Suspense. Values that come before the first press are transitions, and one that makes a shown Suspense wait for a script holds back all others.'
    : null;

/** A call of `setPersistence`. */
export const checkPersistenceCall = (file: string): string | null =>
  inSrc(file) && file !== 'src/data/client/session-mark.ts'
    ? 'setPersistence: keepSession of src/data/client/session-mark.ts, so that the mark of the session is kept where the session is.'
    : null;

/** Methods of the auth port that change how a person signs in and of its extensions (`AccountChanges` of src/data/client/account-changes.ts). */
const accountMethods: ReadonlySet<string> = new Set([
  ...['auth.updatePassword', 'mail.changeEmail', 'linking.link', 'linking.unlink', 'factors.unenroll'],
  ...['totp.start', 'totp.finish', 'sms.start', 'sms.finish', 'deletion.deleteUser'],
  ...['passkeys.add', 'passkeys.remove'],
]);

/** A call of a method of the auth port, or of an extension of it that has a name of its own. `names`: those before the method. */
export function checkAccountChange(file: string, names: readonly string[], method: string): string | null {
  if (!accountMethods.has(`${names.at(-1)}.${method}`)) return null;
  if (names.length > 1 && !names.includes('auth')) return null;
  if (!inSrc(file) || file === 'src/data/client/account-changes.ts') return null;
  return method === 'deleteUser'
    ? 'deleteUser: the call deleteAccount of api/account.ts, which leaves the teams first.'
    : `${method}: accountChanges of src/data/client/account-changes.ts, which asks for a fresh proof first.`;
}

/** Modules in the process that serves everybody, or in a worker that serves a browser's tabs. */
const served = /^(?:fakes|emulator|adapters\/(?:embedded-node|embedded-browser|node)|src\/app\/desk)\//u;

/** Place of the listener among the arguments of functions and methods that call it with nobody above to catch; -1: the last one. */
const listenerPlaces: ReadonlyMap<string, number> = new Map([
  ...['on', 'once', 'addListener', 'prependListener', 'addEventListener'].map((name) => [name, 1] as const),
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'nextTick'].map(
    (name) => [name, 0] as const,
  ),
  ['createServer', -1],
]);

/** `onmessage`, `onconnect`: properties that hold a listener. */
const listenerProperty = /^on(?:message|messageerror|error|close|open|connect|abort|upgradeneeded|blocked)$/u;

/** `undefined` for a function that registers no listener. */
export const listenerPlace = (name: string): number | undefined => listenerPlaces.get(name);
export const isListenerProperty = (name: string): boolean => listenerProperty.test(name);

/** A listener that is not wrapped: what it throws would end the process. */
export const checkGuarded = (file: string, name: string): string | null =>
  served.test(file) && !/\.(?:test|fixture)\.tsx?$/u.test(file)
    ? `${name}: wrap the listener in guardListener of provider-kit/guard-listener.ts, and end there what the event belongs to. What it throws would end the process.`
    : null;
