import IconHistory from '@tabler/icons-react/icons/IconHistory';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Commit } from '#contract/commits.ts';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { DataList } from '../../table/data-list.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Person } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { wikiWords } from '../../words/wikis.ts';
import { PageTabs } from './page-tabs.tsx';
import { versionList, type Which } from './queries.ts';
import { WikiStates } from './wiki-states.tsx';

const route = getRouteApi('/_auth/projects/$project/wiki/pages/$page/history/');
const words = wikiWords.versions;
const helper = columnsOf<Commit>();

const columnsFor = ({ project, slug }: Which) =>
  helper.columns([
    helper.display({
      id: 'title',
      header: words.columns.title,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => (
        <TextLink
          to="/projects/$project/wiki/pages/$page/history/$version"
          params={{ project, page: slug, version: original.id }}
        >
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
      id: 'committed_date',
      header: words.columns.when,
      meta: { width: 's', numeric: true, quiet: true, phone: 'end' },
      cell: ({ row: { original } }) => <RelativeTime at={original.committed_date} />,
    }),
  ]);

/** The commits that changed a page, also one that is gone. */
export function WikiHistory() {
  const { project, page: slug } = route.useParams();
  const search = route.useSearch();
  const columns = useMemo(() => columnsFor({ project, slug }), [project, slug]);
  const state = useListState(search);
  return (
    <WikiStates path={project}>
      {() => (
        <Page
          title={slug.slice(slug.lastIndexOf('/') + 1).replaceAll('-', ' ')}
          tabs={<PageTabs which={{ project, slug }} />}
        >
          <DataList
            list="wiki-versions"
            label={words.title}
            query={versionList({ project, slug }, search)}
            columns={columns}
            state={state}
            nameOf={({ title }) => title}
            empty={{
              icon: <IconHistory aria-hidden size={20} />,
              title: words.empty.title,
              help: words.empty.text,
            }}
          />
        </Page>
      )}
    </WikiStates>
  );
}
