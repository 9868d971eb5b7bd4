import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { search } from '#contract/search.ts';
import { queryOf } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { keyOf } from '../../lib/keys.ts';
import { screenActions } from '../../lib/screen-actions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { shellWords } from '../../words/shell.ts';
import classes from './overlays.module.css';
import type { Overlay } from './overlays.tsx';
import { screensOf } from './palette-screens.ts';

const words = shellWords.palette;

interface Item {
  readonly id: string;
  readonly kind: keyof typeof words.kinds;
  readonly title: string;
  readonly key?: string | undefined;
  readonly run: () => void;
}

const mostScreens = 8;

const fits = (title: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word));

/** What fits the text: actions and screens at once, what the server finds as it comes. */
function useItems(text: string, onOpen: (overlay: Overlay | undefined) => void) {
  const router = useRouter();
  const user = useCurrentUser();
  const params: { project?: string; group?: string } = useParams({ strict: false });
  // The actions belong to the screen underneath, as it was when the palette opened.
  const [actions] = useState(() => screenActions().filter(({ isKeyOnly }) => !isKeyOnly));
  const [asked] = useDebouncedValue(text.trim(), 150);
  const found = useQuery({
    ...queryOf(search.list, { q: asked }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    meta: {},
  });
  const go = (href: string) => {
    onOpen(undefined);
    void router.navigate({ href });
  };
  const own: Item[] = [
    ...actions.map(({ id, label, key, run }) => ({
      id,
      kind: 'action' as const,
      title: label,
      key: key && (keyOf(key) ?? undefined),
      run: () => {
        onOpen(undefined);
        run();
      },
    })),
    {
      id: 'curl',
      kind: 'action' as const,
      title: shellWords.curl.open,
      run: () => onOpen('curl'),
    },
    {
      id: 'help',
      kind: 'action' as const,
      title: shellWords.help.title,
      key: keyOf('sheet') ?? undefined,
      run: () => onOpen('help'),
    },
  ].filter(({ title }) => fits(title, text.trim()));
  const screens: Item[] = screensOf(router, params, user.is_admin === true)
    .filter(({ title }) => fits(title, text.trim()))
    // The screen itself before those below it.
    .sort((a, b) => a.title.length - b.title.length)
    .slice(0, mostScreens)
    .map(({ id, title, to }) => ({ id, kind: 'screen', title, run: () => go(to) }));
  const hits: Item[] = (text.trim() === '' ? [] : (found.data ?? [])).map((hit) => ({
    id: `${hit.type}-${hit.id}`,
    kind: hit.type,
    title: hit.title,
    run: () => go(hit.url),
  }));
  return {
    items: [...own, ...screens, ...hits],
    isSearching: found.isFetching,
    failed: found.isError,
  };
}

/** Jumps to any screen or object, and does what the current screen can do. */
export function Palette(props: {
  onClose: () => void;
  onOpen: (overlay: Overlay | undefined) => void;
}) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const { items, isSearching, failed } = useItems(text, props.onOpen);
  const current = Math.min(at, Math.max(items.length - 1, 0));
  const optionId = (index: number) => `${listId}-${index}`;

  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && items.length > 0) {
      event.preventDefault();
      const next = (current + step + items.length) % items.length;
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      items[current]?.run();
    }
  };
  const status = failed ? words.failed : isSearching ? words.searching : words.found(items.length);
  return (
    <Dialog testId="palette" onClose={props.onClose} title={words.title} size="lg">
      <TextInput
        className={classes.search}
        aria-label={words.title}
        placeholder={words.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={items.length > 0 ? optionId(current) : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div id={listId} role="listbox" aria-label={words.results} className={classes.results}>
        {items.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            id={optionId(index)}
            isCurrent={index === current}
            isFirst={items[index - 1]?.kind !== item.kind}
          />
        ))}
      </div>
      <p className={classes.note} role="status">
        {items.length === 0 && !isSearching && !failed ? words.nothing : status}
      </p>
    </Dialog>
  );
}

function Row(props: { item: Item; id: string; isCurrent: boolean; isFirst: boolean }) {
  const { item, id, isCurrent, isFirst } = props;
  return (
    <>
      {isFirst && (
        <div className={classes.kind} role="presentation">
          {words.kinds[item.kind]}
        </div>
      )}
      {/* The field has the focus and the keys; the pointer may choose as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        id={id}
        role="option"
        aria-selected={isCurrent}
        className={classes.hit}
        onClick={item.run}
      >
        <span>{item.title}</span>
        {item.key !== undefined && <kbd>{item.key}</kbd>}
      </div>
    </>
  );
}
