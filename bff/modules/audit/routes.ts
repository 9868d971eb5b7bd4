import { auditEvents } from '#contract/audit-events.ts';
import { type Api, mount } from '../../http/mount.ts';
import { chainState, firstBrokenLink } from './chain-rules.ts';
import { presentAuditEvent } from './present.ts';
import { auditPage } from './rules.ts';

/** Who did what to what, for administrators. */
export function auditRoutes(api: Api): void {
  mount(api, auditEvents.list, async ({ ctx, query, paging }) => {
    const page = await auditPage(ctx, query, paging);
    return { rows: page.rows.map(presentAuditEvent), total: page.total };
  });
  mount(api, auditEvents.chain, async ({ ctx, query }) => ({
    ...(await chainState(ctx)),
    verified: query.verify,
    broken: query.verify ? ((await firstBrokenLink(ctx)) ?? null) : null,
  }));
}
