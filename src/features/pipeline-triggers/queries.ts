import type { QueryClient } from '@tanstack/react-query';
import type { PipelineTrigger } from '#contract/pipeline-triggers.ts';
import { pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { projects } from '#contract/projects.ts';
import { queryOf } from '../../api/client.ts';
import { listQuery, prepareList } from '../../table/list-query.ts';
import { type ListSearch, pageInput } from '../../table/url-state.ts';
import { triggerWords } from '../../words/pipeline-triggers.ts';

/** Trigger tokens of a project. */
export const triggerList = (project: string, search: ListSearch) =>
  listQuery(pipelineTriggers.list, { id: project, ...pageInput(search) });

export const projectOf = (project: string) => queryOf(projects.show, { id: project });

/** What the list shows. */
export async function prepareTriggers(
  client: QueryClient,
  path: string,
  search: ListSearch,
): Promise<void> {
  await Promise.all([
    client.ensureQueryData(projectOf(path)),
    prepareList(client, triggerList(path, search)),
  ]);
}

/** What a token is called: what it is for. */
export const nameOf = ({ id, description }: PipelineTrigger): string =>
  triggerWords.nameOf(id, description);

/** Others are told the first characters only. */
export const isWhole = ({ token }: PipelineTrigger): boolean => token.length > 4;
