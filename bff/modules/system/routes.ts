import { clock, health } from '#contract/health.ts';
import { system } from '#contract/system.ts';
import { forbidden, notFound, unauthorized } from '../../errors.ts';
import { type Api, mount, Reply } from '../../http/mount.ts';
import { peerOf } from '../../http/origin.ts';
import { sameSecret } from '../../secrets.ts';
import { settingsOf } from '../application-settings/rules.ts';
import { jobCounts } from '../jobs/rules.ts';
import { describeSystem, moveClock, readiness } from './rules.ts';

const loopback = /^(?:::ffff:)?127\.|^::1$/;

/** Health, measurements, the clock of tests, and what administrators read of the server. */
export function systemRoutes(api: Api): void {
  mount(api, health.liveness, () => ({ status: 'ok' }) as const);
  mount(api, health.readiness, async ({ ctx }) => {
    const ready = await readiness(ctx);
    return new Reply(ready, ready.status === 'ok' ? 200 : 503);
  });
  mount(api, health.metrics, async ({ ctx, c }) => {
    const { metricsToken } = ctx.config;
    if (metricsToken !== undefined) {
      const sent = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
      if (!sameSecret(sent, metricsToken)) throw unauthorized();
    } else if (c.req.header('x-forwarded-for') !== undefined || !loopback.test(peerOf(c))) {
      throw forbidden();
    }
    if (!(await settingsOf(ctx)).prometheus_metrics_enabled) throw notFound();
    return ctx.metrics.text(await jobCounts(ctx));
  });
  if (api.deps.config.clock !== undefined) {
    mount(api, clock.set, ({ ctx, body }) => moveClock(ctx, body.now));
  }
  mount(api, system.show, ({ ctx }) => describeSystem(ctx));
}
