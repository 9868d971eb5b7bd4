import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks and the library of components asks for.

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Work off the main thread is never answered; what it adds (colours of code) stays away. */
class NoWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

Object.assign(window, {
  ResizeObserver: NoObserver,
  Worker: NoWorker,
  scrollTo: () => undefined,
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;

// A busy machine is no failure: a wait ends when the state is there.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
