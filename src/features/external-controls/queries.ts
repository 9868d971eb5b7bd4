import type { QueryClient } from '@tanstack/react-query';
import { type ExternalControl, externalControls } from '#contract/external-controls.ts';
import { projects } from '#contract/projects.ts';
import { listOf, queryOf } from '../../api/client.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';
import { controlWords } from '../../words/external-controls.ts';

/** External controls of a project. */
export const controlList = (project: string, search: ListSearch) =>
  listQuery(externalControls.list, { id: project, ...pageInput(search) });

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

/** The last things that happened to a control. */
export const timelineOf = (project: string, control: number) =>
  listOf(externalControls.timeline, { id: project, control_id: control, per_page: 30 });

/** Endpoints whose answers a change of a control makes stale. */
export const touched = [externalControls.list, externalControls.show, externalControls.timeline];

/** What the list shows. */
export async function prepareControls(
  client: QueryClient,
  path: string,
  search: ListSearch,
): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(path)),
    prepareList(client, controlList(path, search)),
  ]);
}

/** What a control is called: its name, else its address. */
export const nameOf = (control: ExternalControl): string =>
  controlWords.nameOf(control.external_control_name, control.external_url);
