import { Button } from '@mantine/core';
import IconFileCode from '@tabler/icons-react/icons/IconFileCode';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { TextLink } from '../../lib/links.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { columnsOf } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { NothingFound } from '../../table/nothing-found.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { useListState } from '../../table/use-list-state.ts';
import { Card, Content, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { templateWords as words } from '../../words/dockerfile-templates.ts';
import { type ListedTemplate, templateList } from './queries.ts';
import {
  EditTemplateDialog,
  NewTemplateDialog,
  RemoveTemplateDialog,
} from './template-dialogs.tsx';
import { TemplateText, type Wanted } from './template-text.tsx';
import classes from './templates.module.css';

const route = getRouteApi('/_auth/admin/templates');
const helper = columnsOf<ListedTemplate & { id: string }>();

const columns = helper.columns([
  helper.display({
    id: 'key',
    header: words.columns.key,
    meta: { link: true, phone: 'title' },
    cell: ({ row: { original } }) => (
      <TextLink
        to="/admin/templates"
        search={(old) => ({ ...old, row: original.key })}
        resetScroll={false}
      >
        {original.key}
      </TextLink>
    ),
  }),
  helper.display({
    id: 'source',
    header: words.columns.source,
    meta: { width: 'l', quiet: true },
    cell: ({ row: { original } }) => <Source template={original} />,
  }),
]);

function Source({ template: { source, replaces } }: { template: ListedTemplate }) {
  return (
    <span className={classes.source}>
      {words.sources[source]}
      {replaces !== null && <small>{words.replaces[replaces]}</small>}
    </span>
  );
}

/** Dockerfile templates: where each comes from, the text of the chosen one, and the instance's own. */
export function TemplatesPage() {
  const search = route.useSearch();
  const state = useListState(search);
  const { data: templates } = useSuspenseQuery(templateList);
  const [wanted, setWanted] = useState<Wanted | { kind: 'new' }>();
  const text = (search.search ?? '').toLowerCase();
  const rows = templates
    .filter(({ key }) => key.toLowerCase().includes(text))
    .map((template) => ({ ...template, id: template.key }));
  const close = () => setWanted(undefined);
  const choose = (key: string | undefined) => state.set({ row: key });
  useScreenActions(
    templates.map(({ key }) => {
      return { id: `template ${key}`, label: words.show(key), run: () => choose(key) };
    }),
  );
  const isKnown = templates.some(({ key }) => key === search.row);
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          onClick={() => setWanted({ kind: 'new' })}
        >
          {words.create}
        </Button>
      }
    >
      <Content>
        <div className={classes.beside} data-chosen={search.row !== undefined || undefined}>
          <div className={classes.list}>
            <SearchField
              isWide
              value={search.search ?? ''}
              placeholder={words.find}
              label={words.find}
              onSearch={(found) => state.set({ search: found === '' ? undefined : found })}
            />
            <Card>
              <DataTable
                testId="dockerfile-templates"
                label={words.title}
                columns={columns}
                rows={rows}
                current={search.row}
                inset
                empty={
                  <NothingFound state={state}>
                    <EmptyState icon={<IconFileCode aria-hidden size={20} />} title={words.none} />
                  </NothingFound>
                }
              />
            </Card>
          </div>
          <div className={classes.text}>
            {search.row !== undefined && isKnown ? (
              <TemplateText key={search.row} name={search.row} onWant={setWanted} />
            ) : (
              <Card>
                <NoText wanted={search.row} />
              </Card>
            )}
          </div>
        </div>
      </Content>
      {(wanted?.kind === 'new' || wanted?.kind === 'replace') && (
        <NewTemplateDialog
          from={wanted.kind === 'replace' ? wanted.template : undefined}
          onMade={(key) => {
            close();
            choose(key);
          }}
          onClose={close}
        />
      )}
      {wanted?.kind === 'edit' && <EditTemplateDialog template={wanted.template} onClose={close} />}
      {wanted?.kind === 'remove' && (
        <RemoveTemplateDialog
          template={wanted.template}
          onGone={() => {
            close();
            if (wanted.template.replaces === null) choose(undefined);
          }}
          onClose={close}
        />
      )}
    </Page>
  );
}

function NoText({ wanted }: { wanted: string | undefined }) {
  const icon = <IconFileCode aria-hidden size={20} />;
  return wanted === undefined ? (
    <EmptyState icon={icon} title={words.choose}>
      {words.chooseHelp}
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title={words.gone(wanted)}>
      {words.goneHelp}
    </EmptyState>
  );
}
