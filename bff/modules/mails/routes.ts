import { mails } from '#contract/mails.ts';
import { type Api, mount } from '../../http/mount.ts';
import { mailPage } from './rules.ts';

/** Mails, for administrators. */
export function mailRoutes(api: Api): void {
  mount(api, mails.list, ({ ctx, query, paging }) => mailPage(ctx, query, paging));
}
