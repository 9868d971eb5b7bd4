import type { projects } from '#contract/projects.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { projectWords } from '../../words/projects.ts';
import classes from './projects.module.css';

export type ListedProject = ResponseOf<typeof projects.list>[number];

const helper = columnsOf<ListedProject>();
const words = projectWords.columns;

export const projectColumns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { link: true, phone: 'title', sort: 'name' },
    cell: ({ row: { original } }) => (
      <>
        <TextLink to="/projects/$project" params={{ project: original.path_with_namespace }}>
          {original.path_with_namespace}
        </TextLink>
        {original.description && (
          <span className={classes.description}>{original.description}</span>
        )}
      </>
    ),
  }),
  helper.display({
    id: 'visibility',
    header: words.visibility,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => common.visibility[original.visibility],
  }),
  helper.display({
    id: 'default_branch',
    header: words.branch,
    meta: { width: 'm', quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.default_branch,
  }),
  helper.display({
    id: 'open_merge_requests_count',
    header: words.mergeRequests,
    meta: { width: 'm', numeric: true, quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) =>
      'open_merge_requests_count' in original ? original.open_merge_requests_count : null,
  }),
  helper.display({
    id: 'last_activity_at',
    header: words.activity,
    meta: { width: 'm', numeric: true, quiet: true, phone: 'end', sort: 'last_activity_at' },
    cell: ({ row: { original } }) => <RelativeTime at={original.last_activity_at} />,
  }),
]);
