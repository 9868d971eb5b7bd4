import type { QueryClient } from '@tanstack/react-query';
import { dockerfileTemplates, ownTemplates } from '#contract/dockerfile-templates.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { queryOf } from '../../api/client.ts';

export type ListedTemplate = ResponseOf<typeof ownTemplates.list>[number];
export type Template = ResponseOf<typeof ownTemplates.show>;

/** All templates with where they come from. */
export const templateList = queryOf(ownTemplates.list, {});

/** One template with its text. */
export const templateShown = (key: string) => queryOf(ownTemplates.show, { key });

export async function prepareTemplates(client: QueryClient): Promise<void> {
  await client.ensureQueryData(templateList);
}

/** What is old once a template was written. */
export const templateReads = [
  ownTemplates.list,
  ownTemplates.show,
  dockerfileTemplates.list,
  dockerfileTemplates.show,
];
