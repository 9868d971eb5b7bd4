/** Asks whoever uses the page to sign in again, in place; requests wait for the answer. */
interface Gate {
  readonly promise: Promise<boolean>;
  readonly answer: (signedIn: boolean) => void;
}

let gate: Gate | undefined;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** Opens the dialog, or joins the one that is open: whether there is a session again. */
export function askToSignIn(): Promise<boolean> {
  if (gate === undefined) {
    let answer: (signedIn: boolean) => void = () => undefined;
    const promise = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    gate = { promise, answer };
    tell();
    return promise;
  }
  return gate.promise;
}

/** Closes the dialog; the waiting requests go on, or fail with what they were refused with. */
export function answerSignIn(signedIn: boolean): void {
  gate?.answer(signedIn);
  gate = undefined;
  tell();
}

export const isSignInAsked = (): boolean => gate !== undefined;

/** For `useSyncExternalStore`. */
export function onSignInAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
