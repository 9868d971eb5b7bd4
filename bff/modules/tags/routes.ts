import { tags } from '#contract/tags.ts';
import type { Ctx } from '../../context.ts';
import { type Api, mount } from '../../http/mount.ts';
import { presentCommit } from '../commits/present.ts';
import type { Project } from '../projects/rules.ts';
import { createTag, type FoundTag, getTag, removeTag, requireSignature, tagPage } from './rules.ts';

const present = (ctx: Ctx, project: Project, tag: FoundTag) => ({
  name: tag.name,
  message: tag.message?.replace(/\n$/, '') ?? '',
  target: tag.sha,
  commit: tag.commit === undefined ? null : presentCommit(ctx, project, tag.commit),
  release: null,
  protected: false,
  created_at: tag.taggedAt ?? null,
});

/** Tags of a repository. */
export function tagRoutes(api: Api): void {
  mount(api, tags.list, async ({ ctx, project, query, paging }) => {
    const page = await tagPage(ctx, project, { ...query, paging });
    return { rows: page.rows.map((row) => present(ctx, project, row)), total: page.total };
  });
  mount(api, tags.show, async ({ ctx, project, params }) =>
    present(ctx, project, await getTag(ctx, project, params.tag_name)),
  );
  mount(api, tags.signature, async ({ ctx, project, params }) => {
    await requireSignature(ctx, project, params.tag_name);
    const kind = { signature_type: 'X509', verification_status: 'unverified' } as const;
    return { ...kind, x509_certificate: null };
  });
  mount(api, tags.create, async ({ ctx, project, body }) =>
    present(ctx, project, await createTag(ctx, project, body)),
  );
  mount(api, tags.remove, ({ ctx, project, params }) => removeTag(ctx, project, params.tag_name));
}
