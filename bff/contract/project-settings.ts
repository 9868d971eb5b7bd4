import * as z from 'zod';
import { visibility } from './common.ts';
import { buildsAccessLevel, overrideRole, wikiAccessLevel } from './project-traits.ts';

/** What a project is made with and what can be changed of it, its name and place aside. */
export const projectSettings = {
  description: z.string().max(2000).nullable().optional(),
  visibility: visibility.optional(),
  default_branch: z.string().optional(),
  topics: z.array(z.string()).optional(),
  issues_enabled: z.boolean().optional(),
  merge_requests_enabled: z.boolean().optional(),
  merge_method: z.enum(['merge', 'rebase_merge', 'ff']).optional(),
  squash_option: z.enum(['never', 'always', 'default_on', 'default_off']).optional(),
  only_allow_merge_if_all_discussions_are_resolved: z.boolean().optional(),
  only_allow_merge_if_pipeline_succeeds: z.boolean().optional(),
  only_allow_merge_if_all_status_checks_passed: z
    .boolean()
    .optional()
    .describe('Merge only while every external control says pass'),
  allow_merge_on_skipped_pipeline: z.boolean().optional(),
  remove_source_branch_after_merge: z.boolean().optional(),
  merge_commit_template: z.string().max(500).nullable().optional(),
  squash_commit_template: z.string().max(500).nullable().optional(),
  ci_config_path: z.string().max(255).nullable().optional(),
  jobs_enabled: z.boolean().optional(),
  public_jobs: z.boolean().optional(),
  builds_access_level: buildsAccessLevel
    .optional()
    .describe('Jobs and pipelines: off, for Reporters and above, or for all who see the project'),
  wiki_enabled: z.boolean().optional().describe('The older word for the one below'),
  wiki_access_level: wikiAccessLevel
    .optional()
    .describe('The wiki: off, for members, or for all who see the project'),
  ci_pipeline_variables_minimum_override_role: overrideRole
    .optional()
    .describe('Who may set variables of pipelines; only Owners say owner, or take it back'),
};
