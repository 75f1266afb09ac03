/** One idiom for each concern of src: forbidden alternatives, and the replacement for each. */

/** State that a component keeps for the time an action takes. */
const actionState = /^set(?:Busy|Pending|Saving|Sending|Loading|Submitting|Leaving|Ending)$/;

/** State in which a component keeps what is wrong with its fields, and whether that is shown yet. */
const formState = /^set(?:Tried|Touched|Submitted|Errors|Problems|Faults|Fields|Values)$/;

/** The only listener sets: the helper for stores, and two registries with rules of their own. */
const stores = ['src/data/client/store.ts', 'src/ui/key-registry.ts', 'src/app/server-ticks.ts'];

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

/** A call of `setPersistence`. */
export const checkPersistence = (file: string): string | null =>
  inSrc(file) && file !== 'src/data/client/session-mark.ts'
    ? 'setPersistence: keepSession of src/data/client/session-mark.ts, so that the mark of the session is kept where the session is.'
    : null;
