import { terms } from '#contract/terms.ts';
import { type Api, mount } from '../../http/mount.ts';
import { acceptTerms } from './rules.ts';

/** Terms of service. */
export function termRoutes(api: Api): void {
  mount(api, terms.accept, async ({ ctx, body }) => {
    await acceptTerms(ctx, body.version);
    return { accepted: true } as const;
  });
}
