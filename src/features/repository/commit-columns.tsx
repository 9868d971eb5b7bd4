import type { Commit } from '#contract/commits.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Mono, Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { repositoryWords } from '../../words/repository.ts';
import classes from './repository.module.css';

const helper = columnsOf<Commit>();
const words = repositoryWords.commits;

/** Columns of commits. */
export const commitColumns = (project: string) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.columns.title,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => (
        <TextLink to="/projects/$project/commits/$sha" params={{ project, sha: original.id }}>
          {original.title}
        </TextLink>
      ),
    }),
    helper.display({
      id: 'author_name',
      header: words.columns.author,
      meta: { width: 'l', quiet: true },
      cell: ({ row: { original } }) => <Person name={original.author_name} />,
    }),
    helper.display({
      id: 'short_id',
      header: words.columns.sha,
      meta: { width: 'm', quiet: true, phone: 'hidden' },
      cell: ({ row: { original } }) => (
        <span className={classes.sha}>
          <Mono>{original.short_id}</Mono>
          <CopyButton value={original.id} label={words.copySha(original.short_id)} />
        </span>
      ),
    }),
    helper.display({
      id: 'committed_date',
      header: words.columns.when,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
      cell: ({ row: { original } }) => <RelativeTime at={original.committed_date} />,
    }),
  ]);
