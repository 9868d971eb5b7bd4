import type { ResponseOf } from '#contract/endpoint.ts';
import type { groups } from '#contract/groups.ts';
import type { projects } from '#contract/projects.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { common } from '../../words/common.ts';
import { groupWords } from '../../words/groups.ts';

type Group = ResponseOf<typeof groups.list>[number];
type ListedProject = ResponseOf<typeof projects.listOfGroup>[number];

const helper = columnsOf<Group>();
const words = groupWords.columns;

export const groupColumns = helper.columns([
  helper.display({
    id: 'name',
    header: words.name,
    meta: { width: 'xl', link: true, phone: 'title', sort: 'name' },
    cell: ({ row: { original } }) => (
      <TextLink to="/groups/$group" params={{ group: original.full_path }}>
        {original.full_path}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'description',
    header: words.description,
    meta: { quiet: true, phone: 'hidden' },
    cell: ({ row: { original } }) => original.description,
  }),
  helper.display({
    id: 'visibility',
    header: words.visibility,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => common.visibility[original.visibility],
  }),
  helper.display({
    id: 'created_at',
    header: words.created,
    meta: { width: 'm', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.created_at} />,
  }),
]);

const projectHelper = columnsOf<ListedProject>();

export const groupProjectColumns = projectHelper.columns([
  projectHelper.display({
    id: 'name',
    header: groupWords.columnsOfProjects.name,
    meta: { link: true, phone: 'title' },
    cell: ({ row: { original } }) => (
      <TextLink to="/projects/$project" params={{ project: original.path_with_namespace }}>
        {original.name}
      </TextLink>
    ),
  }),
  projectHelper.display({
    id: 'visibility',
    header: groupWords.columnsOfProjects.visibility,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => common.visibility[original.visibility],
  }),
  projectHelper.display({
    id: 'last_activity_at',
    header: groupWords.columnsOfProjects.activity,
    meta: { width: 'm', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.last_activity_at} />,
  }),
]);
