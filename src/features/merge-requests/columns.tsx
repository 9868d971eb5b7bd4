import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { TitleCell } from '../../table/title-cell.tsx';
import { Mono, People, Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type MergeRequestState, StateIcon } from '../../ui/state-badge.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import { StatusText } from './status-text.tsx';

export const stateOf = (record: { state: ListedMergeRequest['state']; draft: boolean }) =>
  (record.draft && record.state === 'opened' ? 'draft' : record.state) satisfies MergeRequestState;

const projectPath = ({ references }: ListedMergeRequest) =>
  references.full.slice(0, references.full.lastIndexOf('!'));

const helper = columnsOf<ListedMergeRequest>();
const words = mergeRequestWords.columns;

/** Where the list stands: over all projects, in one of them, or among other things. */
type Place = 'all' | 'project' | 'brief';

/** Columns of the list; the project's own list needs no column that names it. */
export const mergeRequestColumns = (self: number, place: Place) => {
  const columns = allColumns(self);
  const left: Record<Place, readonly string[]> = {
    all: [],
    project: ['project'],
    brief: ['author', 'reviewers', 'target_branch'],
  };
  return columns.filter(({ id }) => id === undefined || !left[place].includes(id));
};

const allColumns = (self: number) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.title,
      meta: { link: true, phone: 'title', sort: 'title' },
      cell: ({ row: { original } }) => <Title record={original} />,
    }),
    helper.display({
      id: 'project',
      header: words.project,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => projectPath(original).split('/').at(-1),
    }),
    helper.display({
      id: 'author',
      header: words.author,
      meta: { width: 'm', quiet: true },
      cell: ({ row: { original } }) => (
        <Person name={original.author.name} isSelf={original.author.id === self} />
      ),
    }),
    helper.display({
      id: 'reviewers',
      header: words.reviewers,
      meta: { width: 's', phone: 'hidden' },
      cell: ({ row: { original } }) =>
        original.reviewers.length > 0 && <People people={original.reviewers} self={self} />,
    }),
    helper.display({
      id: 'target_branch',
      header: words.target,
      meta: { width: 's', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => <Mono>{original.target_branch}</Mono>,
    }),
    helper.display({
      id: 'checks',
      header: words.checks,
      meta: { width: 'l' },
      cell: ({ row: { original } }) => <StatusText record={original} />,
    }),
    helper.display({
      id: 'updated_at',
      header: words.updated,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end', sort: 'updated_at' },
      cell: ({ row: { original } }) => <RelativeTime at={original.updated_at} />,
    }),
  ]);

function Title({ record }: { record: ListedMergeRequest }) {
  return (
    <TitleCell
      icon={<StateIcon state={stateOf(record)} />}
      number={`!${record.iid}`}
      labels={record.labels}
      isClosed={record.state === 'closed'}
    >
      <TextLink
        to="/projects/$project/merge-requests/$iid"
        params={{ project: projectPath(record), iid: String(record.iid) }}
      >
        {record.title}
      </TextLink>
    </TitleCell>
  );
}
