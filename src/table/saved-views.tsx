import { ActionIcon, Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconBookmark from '@tabler/icons-react/icons/IconBookmark';
import IconBookmarkFilled from '@tabler/icons-react/icons/IconBookmarkFilled';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type SavedView, savedViews } from '#contract/saved-views.ts';
import { queryOf, useCommand } from '../api/client.ts';
import { toast } from '../api/toast.ts';
import { parseSearch, stringifySearch } from '../lib/search-params.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { common } from '../words/common.ts';
import { tableWords } from '../words/table.ts';
import type { ListState } from './data-table.tsx';
import { viewOf } from './url-state.ts';

const words = tableWords.views;
const stale = [savedViews.list, savedViews.show];

/** The search of a view, with its id, which marks it as the one that is open. */
const queryWith = ({ id, query }: SavedView) =>
  stringifySearch({ ...parseSearch(query), view: String(id) }).slice(1);

/** The list's saved views: open, save, update, share, delete. */
export function SavedViews({ list, state }: { list: string; state: ListState }) {
  const [isSaving, setIsSaving] = useState(false);
  const { data: views = [] } = useQuery(queryOf(savedViews.list, { screen: list }));
  const clipboard = useClipboard();
  const shown = stringifySearch(viewOf(state.search)).slice(1);
  const open = views.find(({ id }) => String(id) === state.search.view);
  const update = useCommand(savedViews.update, {
    invalidates: stale,
    done: ({ name }) => words.saved(name),
  });
  const share = useCommand(savedViews.update, { invalidates: stale });
  const remove = useCommand(savedViews.remove, { invalidates: stale });
  const copyLink = (view: SavedView) => {
    const { origin, pathname } = window.location;
    clipboard.copy(`${origin}${pathname}?view=${view.id}`);
    toast(words.linkCopied);
  };
  const Icon = open ? IconBookmarkFilled : IconBookmark;
  const label = open?.name ?? words.menu;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} title={label}>
            <Icon aria-hidden size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown data-testid={`views-${list}`}>
          <Menu.Label>{views.length === 0 ? words.none : words.own}</Menu.Label>
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => state.open(queryWith(view))}>
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setIsSaving(true)}>{words.save}</Menu.Item>
          {open && (
            <>
              {open.query !== shown && (
                <Menu.Item onClick={() => update.mutate({ id: open.id, query: shown })}>
                  {words.update(open.name)}
                </Menu.Item>
              )}
              {open.shared && (
                <Menu.Item onClick={() => copyLink(open)}>{words.copyLink}</Menu.Item>
              )}
              <Menu.Item
                onClick={() =>
                  share.mutate(
                    { id: open.id, shared: !open.shared },
                    { onSuccess: (view) => view.shared && copyLink(view) },
                  )
                }
              >
                {open.shared ? words.unshare : words.share}
              </Menu.Item>
              <Menu.Item
                onClick={() =>
                  remove.mutate(
                    { id: open.id },
                    {
                      onSuccess: () => {
                        toast(words.removed(open.name));
                        state.set({ view: undefined });
                      },
                    },
                  )
                }
              >
                {words.remove(open.name)}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveView
          list={list}
          query={shown}
          onClose={() => setIsSaving(false)}
          onSaved={(view) => state.open(queryWith(view))}
        />
      )}
      <OpenedByLink list={list} state={state} />
    </>
  );
}

/** A link holds the view's id alone: its search is read and put into the address. */
function OpenedByLink({ list, state }: { list: string; state: ListState }) {
  const { view, ...rest } = state.search;
  const isLink = view !== undefined && Object.values(rest).every((value) => value === undefined);
  const found = useQuery({
    ...queryOf(savedViews.show, { id: Number(view) }),
    enabled: isLink && /^\d+$/.test(view),
    // Asked each time: it may have been changed, deleted or hidden since.
    gcTime: 0,
  });
  if (!isLink) return null;
  // A view of another list says nothing about this one.
  const isOther = found.data !== undefined && found.data.screen !== list;
  if (found.error || isOther) return <span role="alert">{words.notThere}</span>;
  // An empty view shows what the bare list shows.
  if (found.data === undefined || found.data.query === '') return null;
  // Safe: the route whose list this is reads of a search what it knows.
  return <Navigate to="." search={parseSearch(queryWith(found.data)) as never} replace />;
}

function SaveView(props: {
  list: string;
  query: string;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useCommand(savedViews.create, {
    invalidates: stale,
    done: (view) => words.saved(view.name),
    showsError: true,
  });
  const nameErrors = save.error?.fieldErrors.name;
  return (
    <Dialog testId="save-view" onClose={props.onClose} title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return;
          save.mutate(
            { screen: props.list, name, query: props.query, shared },
            {
              onSuccess: (view) => {
                props.onClose();
                props.onSaved(view);
              },
            },
          );
        }}
      >
        <Stack>
          <p>{words.help}</p>
          {save.error && !nameErrors && <AlertBox error={save.error} />}
          <TextInput
            label={words.name}
            value={name}
            error={nameErrors?.join('. ')}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={255}
            data-autofocus
            required
          />
          <Checkbox
            label={words.shared}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {common.actions.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
