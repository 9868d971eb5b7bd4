import { secondFactor } from '#contract/second-factor.ts';
import { type Api, mount } from '../../http/mount.ts';
import { resetSecondFactor, setUp, switchOff } from './rules.ts';

/** The second factor of sign-in. */
export function secondFactorRoutes(api: Api): void {
  mount(api, secondFactor.create, ({ ctx, body }) => setUp(ctx, body));
  mount(api, secondFactor.remove, ({ ctx, body }) => switchOff(ctx, body.current_password));
  mount(api, secondFactor.reset, ({ ctx, params }) => resetSecondFactor(ctx, params.id));
}
