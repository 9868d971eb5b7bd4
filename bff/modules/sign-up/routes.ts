import { signUp } from '#contract/sign-up.ts';
import { forbidden } from '../../errors.ts';
import { type Api, mount } from '../../http/mount.ts';
import { isSameOrigin } from '../../http/session-cookie.ts';
import { approve, confirmAddress, register, reject } from './rules.ts';

/** Registration, and what administrators say to it. */
export function signUpRoutes(api: Api): void {
  mount(api, signUp.create, ({ ctx, body, c }) => {
    if (!isSameOrigin(c, ctx.publicUrl)) throw forbidden();
    return register(ctx, body);
  });
  mount(api, signUp.confirm, ({ ctx, body }) => confirmAddress(ctx, body.token));
  mount(api, signUp.approve, async ({ ctx, params }) => {
    await approve(ctx, params.id);
    return { message: 'Success' };
  });
  mount(api, signUp.reject, async ({ ctx, params }) => {
    await reject(ctx, params.id);
    return { message: 'Success' };
  });
}
