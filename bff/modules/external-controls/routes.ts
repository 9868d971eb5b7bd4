import { externalControls as endpoints } from '#contract/external-controls.ts';
import { type Api, type Input, mount } from '../../http/mount.ts';
import { checkSignature } from './check-rules.ts';
import { presentControl, presentTimeline } from './present.ts';
import {
  controlPage,
  createControl,
  getControl,
  pingControl,
  removeControl,
  timelinePage,
  updateControl,
} from './rules.ts';
import { reportStatus } from './status-rules.ts';

/** External controls, and the verdicts that their services report. */
export function externalControlRoutes(api: Api): void {
  mount(api, endpoints.list, async ({ ctx, project, paging }) => {
    const page = await controlPage(ctx, project, paging);
    return { ...page, rows: page.rows.map(presentControl) };
  });
  mount(api, endpoints.show, async ({ ctx, project, params }) =>
    presentControl(await getControl(ctx, project, params.external_control_id)),
  );
  mount(api, endpoints.create, async ({ ctx, project, body }) =>
    presentControl(await createControl(ctx, project, body)),
  );
  mount(api, endpoints.update, async ({ ctx, project, params, body }) => {
    const change = { id: params.external_control_id, given: body };
    return presentControl(await updateControl(ctx, project, change));
  });
  mount(api, endpoints.remove, ({ ctx, project, params, c }) =>
    removeControl(ctx, project, {
      id: params.external_control_id,
      unmodifiedSince: c.req.header('if-unmodified-since'),
    }),
  );
  mount(api, endpoints.setStatus, setStatus);
  mount(api, endpoints.setStatusByPatch, setStatus);
  mount(api, endpoints.timeline, async ({ ctx, project, params, paging }) => {
    const place = { project, id: params.control_id };
    const page = await timelinePage(ctx, place, paging);
    return { ...page, rows: await presentTimeline(ctx, page.rows) };
  });
  mount(api, endpoints.ping, async ({ ctx, project, params }) =>
    presentControl(await pingControl(ctx, project, params.control_id)),
  );
  mount(api, endpoints.check, ({ ctx, project, params, body }) =>
    checkSignature(ctx, { project, id: params.control_id }, body),
  );
}

type StatusInput = Input<typeof endpoints.setStatus> | Input<typeof endpoints.setStatusByPatch>;

/** Both families of headers are one: of each pair the first that is filled counts. */
async function setStatus({ ctx, params, body, c }: StatusInput) {
  const header = (name: string) =>
    c.req.header(`x-service-${name}`)?.trim() || c.req.header(`x-gitlab-${name}`)?.trim();
  const status = await reportStatus(ctx, {
    project: params.id,
    controlId: params.external_control_id,
    status: body.status,
    timestamp: header('timestamp'),
    nonce: header('nonce'),
    signature: header('hmac-sha256'),
  });
  return { status };
}
