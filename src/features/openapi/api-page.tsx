import { Button, TextInput } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef } from 'react';
import { fullPath } from '#contract/endpoint.ts';
import { openapi } from '#contract/openapi.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { openapiWords as words } from '../../words/openapi.ts';
import { find } from './find.ts';
import classes from './openapi.module.css';
import { OperationList } from './operation-list.tsx';
import { OperationView } from './operation-view.tsx';
import { apiDocument } from './queries.ts';

const route = getRouteApi('/_auth/help/api');

/** Every operation of the API, to search, read and try. */
export function ApiPage() {
  const { q = '', operation: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(apiDocument);
  const asked = useDeferredValue(q);
  const hits = useMemo(() => find(data.index, asked), [data.index, asked]);
  const field = useRef<HTMLInputElement>(null);
  useScreenActions([
    { id: 'search', label: words.search, key: 'search', run: () => field.current?.focus() },
  ]);
  const operation = data.operations.find(({ id }) => id === chosen);
  return (
    <Page
      title={words.title}
      about={words.about(data.operations.length)}
      actions={
        <Button
          component="a"
          href={fullPath(openapi.show)}
          download="openapi.json"
          variant="default"
          leftSection={<IconDownload aria-hidden size={16} />}
        >
          {words.download}
        </Button>
      }
    >
      <div className={classes.panes} data-chosen={chosen !== undefined || undefined}>
        <div className={classes.side}>
          <div className={classes.search}>
            <TextInput
              ref={field}
              aria-label={words.search}
              placeholder={words.search}
              leftSection={<IconSearch aria-hidden size={16} />}
              value={q}
              onChange={(event) => {
                const text = event.currentTarget.value;
                void navigate({
                  search: (before) => ({ ...before, q: text === '' ? undefined : text }),
                  replace: true,
                });
              }}
              type="search"
              autoComplete="off"
              spellCheck={false}
            />
            <p role="status">{words.found(hits.length, data.operations.length)}</p>
          </div>
          {hits.length === 0 ? (
            <EmptyState title={words.nothing}>{words.nothingHelp}</EmptyState>
          ) : (
            <OperationList hits={hits} chosen={chosen} q={q} />
          )}
        </div>
        <div className={classes.main}>
          {operation === undefined ? (
            <EmptyState title={chosen === undefined ? words.choose : words.unknown}>
              {chosen === undefined ? words.chooseHelp : words.unknownHelp}
            </EmptyState>
          ) : (
            <OperationView
              key={operation.id}
              document={data.document}
              operation={operation}
              q={q}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
