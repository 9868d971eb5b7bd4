import { Button } from '@mantine/core';
import IconBook2 from '@tabler/icons-react/icons/IconBook2';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { wikis } from '#contract/wikis.ts';
import { useCommand } from '../../api/client.ts';
import { asApiError } from '../../api/error.ts';
import { ButtonLink, TextLink } from '../../lib/links.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Card, Content, Page } from '../../ui/page.tsx';
import { Person } from '../../ui/marks.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { wikiWords as words } from '../../words/wikis.ts';
import { PageList } from './page-list.tsx';
import { PageTabs } from './page-tabs.tsx';
import { PageText } from './page-text.tsx';
import {
  homeSlug,
  isAmong,
  pageShown,
  pagesIn,
  touched,
  type Which,
  type WikiPage,
} from './queries.ts';
import { type Overview, WikiStates } from './wiki-states.tsx';
import classes from './wikis.module.css';

/** A page of a wiki, as it is or as it was; the home page is where the wiki begins. */
export function WikiPageView(props: { which: Which; version?: string | undefined }) {
  const { which, version } = props;
  return (
    <WikiStates path={which.project}>
      {(overview) => <Shown which={which} version={version} overview={overview} />}
    </WikiStates>
  );
}

function Shown(props: { which: Which; version: string | undefined; overview: Overview }) {
  const { which, version, overview } = props;
  const pages = useQuery(pagesIn(which.project));
  const isAsked = version !== undefined || isAmong(pages.data, which);
  const shown = useQuery({ ...pageShown(which, version), enabled: isAsked });
  const page = isAsked ? shown.data : undefined;
  const error = shown.error ?? pages.error;
  const refetch = () => Promise.all([pages.refetch(), isAsked && shown.refetch()]);
  const isMissing = isAsked
    ? error !== null && asApiError(error).status === 404
    : pages.data !== undefined;
  if (page === undefined && error !== null && !isMissing) {
    return <ErrorState error={error} retry={() => void refetch()} isScreen />;
  }
  if (page === undefined && !isMissing) return <RowsSkeleton />;
  const create = overview.may_write && <NewPageLink project={which.project} />;
  if (page === undefined) {
    return (
      <Page title={words.title} actions={create}>
        <Beside which={which} overview={overview}>
          <Missing which={which} version={version} mayWrite={overview.may_write} />
        </Beside>
      </Page>
    );
  }
  const isNewest = version === undefined;
  return (
    <Page
      title={page.title}
      actions={
        <>
          {isNewest && overview.may_write && <Remove which={which} page={page} />}
          {isNewest && overview.may_write && (
            <ButtonLink
              to="/projects/$project/wiki/pages/$page/edit"
              params={{ project: which.project, page: which.slug }}
              variant="default"
              leftSection={<IconPencil aria-hidden size={16} />}
            >
              {words.edit}
            </ButtonLink>
          )}
          {create}
        </>
      }
      meta={
        <>
          <Person name={page.author_name} />
          <RelativeTime at={page.committed_date} />
        </>
      }
      tabs={<PageTabs which={which} />}
    >
      <Beside which={which} overview={overview}>
        {!isNewest && <Old which={which} page={page} />}
        <Card>
          <div className={classes.text}>
            <PageText which={which} page={page} />
          </div>
        </Card>
      </Beside>
    </Page>
  );
}

function NewPageLink({ project }: { project: string }) {
  return (
    <ButtonLink
      to="/projects/$project/wiki/new"
      params={{ project }}
      leftSection={<IconPlus aria-hidden size={16} />}
    >
      {words.create}
    </ButtonLink>
  );
}

function Beside(props: { which: Which; overview: Overview; children: ReactNode }) {
  const { which, overview, children } = props;
  return (
    <Content>
      <div className={classes.beside}>
        <div className={classes.main}>{children}</div>
        <PageList project={which.project} current={which.slug} overview={overview} />
      </div>
    </Content>
  );
}

function Old({ which, page }: { which: Which; page: WikiPage }) {
  return (
    <p className={classes.old}>
      <span>
        {words.old} <RelativeTime at={page.committed_date} />
      </span>
      <TextLink
        to="/projects/$project/wiki/pages/$page"
        params={{ project: which.project, page: which.slug }}
        search={{}}
      >
        {words.toNewest}
      </TextLink>
    </p>
  );
}

/** In place of a page that is not there: the first one, the home page, or any other. */
function Missing(props: { which: Which; version: string | undefined; mayWrite: boolean }) {
  const { which, version, mayWrite } = props;
  const { project, slug } = which;
  const { data: pages = [] } = useQuery(pagesIn(project));
  const isHome = slug === homeSlug;
  const write = mayWrite && version === undefined && (
    <ButtonLink
      to="/projects/$project/wiki/new"
      params={{ project }}
      search={{ title: slug }}
      variant="default"
    >
      {isHome ? words.noHome.create : words.notThere.create}
    </ButtonLink>
  );
  const icon = <IconBook2 aria-hidden size={20} />;
  if (isHome && pages.length === 0) {
    return (
      <EmptyState icon={icon} title={words.empty.title} action={write}>
        {mayWrite ? words.empty.help : words.empty.readerHelp}
      </EmptyState>
    );
  }
  if (isHome && version === undefined) {
    return (
      <EmptyState icon={icon} title={words.noHome.title} action={write}>
        {words.noHome.help} {words.noHome.choose}
      </EmptyState>
    );
  }
  const back = (
    <ButtonLink to="/projects/$project/wiki" params={{ project }} variant="default">
      {words.notThere.all}
    </ButtonLink>
  );
  return (
    <EmptyState
      icon={icon}
      title={words.notThere.title(slug)}
      action={
        <>
          {back}
          {write}
        </>
      }
    >
      {version === undefined ? words.notThere.help : words.notThere.version}
    </EmptyState>
  );
}

function Remove({ which, page }: { which: Which; page: WikiPage }) {
  const { project, slug } = which;
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useCommand(wikis.remove, {
    invalidates: touched,
    done: words.ask.done(page.title),
    showsError: true,
  });
  const confirm = async () => {
    await remove.mutateAsync({ id: project, slug });
    await navigate({ to: '/projects/$project/wiki', params: { project } });
  };
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        testId="delete-wiki-page"
        isOpen={isAsking}
        title={words.ask.title(page.title)}
        confirm={words.remove}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => void confirm().catch(() => {})}
        onCancel={() => setIsAsking(false)}
      >
        {words.ask.help}
      </ConfirmDialog>
    </>
  );
}
