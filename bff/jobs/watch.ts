import { createContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { askToChain } from '../modules/audit/chain-rules.ts';

const everyMilliseconds = 5_000;

/** Looks every few seconds for work that no change asks for; where there is none it only reads. */
export function watchForWork(deps: Deps): { stop(): Promise<void> } {
  const ctx = createContext(deps, { kind: 'system', job: 'watch' });
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= askToChain(ctx)
      .catch((error: unknown) => deps.log.error({ err: error }, 'nobody looked for work'))
      .finally(() => {
        looking = undefined;
      });
  };
  look();
  const timer = setInterval(look, everyMilliseconds);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
