import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks and the library of components asks for.

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Nothing is laid out, so all that is there is on the screen. */
class AllSeen extends NoObserver {
  readonly #tell: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
    super();
    this.#tell = tell;
  }
  override observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }
}

/** Work off the main thread is never answered; what it adds (colours of code) stays away. */
class NoWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

Object.assign(window, {
  IntersectionObserver: AllSeen,
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

// Files share what is loaded, so what one told must not wait for room in the next.
afterEach(() => {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
});
