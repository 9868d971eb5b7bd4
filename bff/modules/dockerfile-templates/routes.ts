import { dockerfileTemplates, ownTemplates } from '#contract/dockerfile-templates.ts';
import { type Api, mount } from '../../http/mount.ts';
import {
  addTemplate,
  changeTemplate,
  getTemplate,
  listTemplates,
  refuseGuests,
  removeTemplate,
} from './rules.ts';

/** Dockerfile templates, and those of the instance's own for administrators. */
export function dockerfileTemplateRoutes(api: Api): void {
  mount(api, dockerfileTemplates.list, async ({ ctx, paging }) => {
    await refuseGuests(ctx);
    const all = await listTemplates(ctx);
    const rows = all.slice(paging.offset, paging.offset + paging.perPage);
    return { rows: rows.map(({ key }) => ({ key, name: key })), total: all.length };
  });
  mount(api, dockerfileTemplates.show, async ({ ctx, params }) => {
    await refuseGuests(ctx);
    const { key, content } = await getTemplate(ctx, params.key);
    return { name: key, content };
  });
  mount(api, ownTemplates.list, ({ ctx }) => listTemplates(ctx));
  mount(api, ownTemplates.show, ({ ctx, params }) => getTemplate(ctx, params.key));
  mount(api, ownTemplates.create, ({ ctx, body }) => addTemplate(ctx, body));
  mount(api, ownTemplates.update, ({ ctx, params, body }) =>
    changeTemplate(ctx, params.key, body.content),
  );
  mount(api, ownTemplates.remove, ({ ctx, params }) => removeTemplate(ctx, params.key));
}
