import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { TextLink } from '../../lib/links.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { wikiWords as words } from '../../words/wikis.ts';
import { homeSlug, pagesIn } from './queries.ts';
import type { Overview } from './wiki-states.tsx';
import classes from './wikis.module.css';

/** From so many on they are found by typing. */
const many = 8;

const folderOf = (slug: string) => slug.slice(0, slug.lastIndexOf('/')).replaceAll('-', ' ');

/** All pages of a wiki, and where it is cloned from. */
export function PageList(props: { project: string; current?: string; overview: Overview }) {
  const { project, current, overview } = props;
  const { data, error, refetch } = useQuery(pagesIn(project));
  const [text, setText] = useState('');
  // The page that the wiki begins with stands first.
  const pages = (data ?? []).toSorted(
    (a, b) => Number(b.slug === homeSlug) - Number(a.slug === homeSlug),
  );
  const wanted = text.trim().toLowerCase();
  const found = pages.filter(({ slug, title }) =>
    `${slug} ${title}`.toLowerCase().includes(wanted),
  );
  return (
    <aside className={classes.aside}>
      <nav aria-label={words.pages} className={classes.pages}>
        {pages.length > many && (
          <TextInput
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            leftSection={<IconSearch aria-hidden size={16} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <RowsSkeleton rows={4} />}
        <ul>
          {found.map(({ slug, title }) => (
            <li key={slug}>
              <TextLink
                to="/projects/$project/wiki/pages/$page"
                params={{ project, page: slug }}
                aria-current={slug === current ? 'page' : undefined}
              >
                <span>{title}</span>
                {slug.includes('/') && <small>{folderOf(slug)}</small>}
              </TextLink>
            </li>
          ))}
        </ul>
        {pages.length > 0 && found.length === 0 && <p>{words.noneFound}</p>}
      </nav>
      {overview.is_made && <CloneUrls overview={overview} />}
      <Offered project={project} pages={pages} />
    </aside>
  );
}

function CloneUrls({ overview }: { overview: Overview }) {
  const urls = [overview.http_url_to_repo, overview.ssh_url_to_repo].filter((url) => url !== '');
  return (
    <Section title={words.clone} about={words.cloneHelp}>
      <div className={classes.urls}>
        {urls.map((url) => (
          <CopyLine key={url} value={url} />
        ))}
      </div>
    </Section>
  );
}

function Offered(props: { project: string; pages: readonly { slug: string }[] }) {
  const navigate = useNavigate();
  useScreenActions(
    props.pages.slice(0, 50).map(({ slug }) => ({
      id: `wiki page ${slug}`,
      label: words.show(slug),
      run: () =>
        void navigate({
          to: '/projects/$project/wiki/pages/$page',
          params: { project: props.project, page: slug },
        }),
    })),
  );
  return null;
}
