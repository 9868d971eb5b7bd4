import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconPackages from '@tabler/icons-react/icons/IconPackages';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { DependencyOverview } from '#contract/dependencies.ts';
import { ButtonLink, TextLink } from '../../lib/links.tsx';
import { DataList } from '../../table/data-list.tsx';
import type { Filter } from '../../table/filter-bar.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateText } from '../../ui/state-badge.tsx';
import { dependencyWords as words } from '../../words/dependencies.ts';
import { dependencyColumns } from './columns.tsx';
import classes from './dependencies.module.css';
import { DependencyPanel } from './dependency-panel.tsx';
import { dependencyList, overviewOf } from './queries.ts';

const route = getRouteApi('/_auth/projects/$project/dependencies');

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const filtersOf = (overview: DependencyOverview | undefined): readonly Filter[] => [
  {
    name: 'package_manager',
    label: words.filters.package_manager,
    choices: same(overview?.package_managers ?? []),
  },
  { name: 'license', label: words.filters.license, choices: same(overview?.licenses ?? []) },
  {
    name: 'direct',
    label: words.filters.direct,
    choices: Object.entries(words.directs).map(([value, label]) => ({ value, label })),
  },
];

/** What a project depends on, and which of its files could not be read. */
export function DependenciesPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const { data: overview } = useQuery(overviewOf(project));
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <ButtonLink to="/projects/$project/exports" params={{ project }} variant="default">
          {words.export}
        </ButtonLink>
      }
      meta={overview?.sha && overview.read_at && <ReadAt {...{ project, overview }} />}
    >
      {overview !== undefined && overview.findings.length > 0 && (
        <Findings findings={overview.findings} />
      )}
      <DataList
        list="project-dependencies"
        label={words.title}
        query={dependencyList(project, search)}
        columns={dependencyColumns}
        state={useListState(search)}
        sorted={{ by: 'name', sort: 'asc' }}
        placeholder={words.searchPlaceholder}
        filters={filtersOf(overview)}
        nameOf={({ name }) => name}
        panel={(row) => <DependencyPanel key={row.id} project={project} row={row} />}
        empty={{ icon: <IconPackages aria-hidden size={20} />, ...words.empty }}
      />
    </Page>
  );
}

/** Which commit was read, and when. */
function ReadAt({ project, overview }: { project: string; overview: DependencyOverview }) {
  const { sha, read_at } = overview;
  if (sha === null || read_at === null) return null;
  return (
    <span>
      {words.readAt} <RelativeTime at={read_at} />{' '}
      <TextLink to="/projects/$project/commits/$sha" params={{ project, sha }} underline="always">
        {sha.slice(0, 8)}
      </TextLink>
    </span>
  );
}

function Findings({ findings }: Pick<DependencyOverview, 'findings'>) {
  return (
    <section className={classes.findings} aria-label={words.findings(findings.length)}>
      <StateText tone="warning" icon={<IconAlertTriangle aria-hidden size={16} />}>
        {words.findings(findings.length)}
      </StateText>
      <ul>
        {findings.map(({ path, text }) => (
          <li key={`${path} ${text}`}>
            <code>{path}</code>: {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
