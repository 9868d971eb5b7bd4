import type { ListedMergeRequest } from '#contract/merge-request-record.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { LabelChip, Mono, Person, UserAvatar } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type MergeRequestState, StateIcon } from '../../ui/state-badge.tsx';
import { mergeRequestWords } from '../../words/merge-requests.ts';
import classes from './merge-requests.module.css';
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
        original.reviewers.length > 0 && (
          <span className={classes.people}>
            {original.reviewers.map(({ id, name }) => (
              <span key={id} title={name}>
                <UserAvatar name={name} isSelf={id === self} />
                <span className={classes.spoken}>{name}</span>
              </span>
            ))}
          </span>
        ),
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
      meta: { width: 'm' },
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
    <span className={classes.title} data-closed={record.state === 'closed' || undefined}>
      <StateIcon state={stateOf(record)} />
      <TextLink
        to="/projects/$project/merge-requests/$iid"
        params={{ project: projectPath(record), iid: String(record.iid) }}
        className={classes.titleText}
      >
        {record.title}
      </TextLink>
      <span className={classes.number}>!{record.iid}</span>
      <span className={classes.labels}>
        {record.labels.map((label) =>
          typeof label === 'string' ? (
            <LabelChip key={label} name={label} color={undefined} />
          ) : (
            <LabelChip key={label.id} name={label.name} color={label.color} />
          ),
        )}
      </span>
    </span>
  );
}
