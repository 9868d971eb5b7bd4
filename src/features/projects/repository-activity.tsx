import { useSuspenseQuery } from '@tanstack/react-query';
import type { branches } from '#contract/branches.ts';
import type { Commit } from '#contract/commits.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { LabelChip, Mono, Ref } from '../../ui/marks.tsx';
import { Card, Count, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { projectWords } from '../../words/projects.ts';
import classes from './projects.module.css';
import { latestBranches, latestCommits } from './queries.ts';

const words = projectWords.overview;

type Branch = ResponseOf<typeof branches.list>[number] & { id: string };

const branchHelper = columnsOf<Branch>();
const branchColumns = branchHelper.columns([
  branchHelper.display({
    id: 'name',
    header: words.branchColumns.name,
    meta: { width: 'xl', phone: 'title' },
    cell: ({ row: { original } }) => (
      <span className={classes.branch}>
        <Ref name={original.name} />
        {original.default && <LabelChip name={words.default} color={undefined} />}
        {original.protected && <LabelChip name={words.protected} color={undefined} />}
        {original.merged && !original.default && (
          <LabelChip name={words.merged} color={undefined} />
        )}
      </span>
    ),
  }),
  branchHelper.display({
    id: 'commit',
    header: words.branchColumns.commit,
    meta: { quiet: true, phone: 'fill' },
    cell: ({ row: { original } }) => original.commit.title,
  }),
  branchHelper.display({
    id: 'committed_date',
    header: words.branchColumns.when,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.commit.committed_date} />,
  }),
]);

const commitHelper = columnsOf<Commit>();
const commitColumns = commitHelper.columns([
  commitHelper.display({
    id: 'title',
    header: words.commitColumns.title,
    meta: { phone: 'title' },
    cell: ({ row: { original } }) => original.title,
  }),
  commitHelper.display({
    id: 'short_id',
    header: words.commitColumns.hash,
    meta: { width: 's', quiet: true },
    cell: ({ row: { original } }) => <Mono>{original.short_id}</Mono>,
  }),
  commitHelper.display({
    id: 'author_name',
    header: words.commitColumns.author,
    meta: { width: 'm', quiet: true },
    cell: ({ row: { original } }) => original.author_name,
  }),
  commitHelper.display({
    id: 'committed_date',
    header: words.commitColumns.when,
    meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
    cell: ({ row: { original } }) => <RelativeTime at={original.committed_date} />,
  }),
]);

/** Branches and the latest commits of the default branch. */
export function RepositoryActivity({ path }: { path: string }) {
  const { data: branchPage } = useSuspenseQuery(latestBranches(path));
  const { data: commitPage } = useSuspenseQuery(latestCommits(path));
  const rows = branchPage.rows.map((branch) => ({ ...branch, id: branch.name }));
  return (
    <>
      <Section
        title={
          <>
            {words.branches} <Count>{branchPage.total ?? rows.length}</Count>
          </>
        }
      >
        <Card>
          <DataTable
            testId="branches"
            label={words.branches}
            columns={branchColumns}
            rows={rows}
            inset
            empty={null}
          />
        </Card>
      </Section>
      <Section title={words.commits}>
        <Card>
          <DataTable
            testId="commits"
            label={words.commits}
            columns={commitColumns}
            rows={commitPage.rows}
            inset
            empty={null}
          />
        </Card>
      </Section>
    </>
  );
}
