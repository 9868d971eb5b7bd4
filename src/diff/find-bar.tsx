import { ActionIcon, TextInput } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconChevronUp from '@tabler/icons-react/icons/IconChevronUp';
import IconX from '@tabler/icons-react/icons/IconX';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useScreenActions } from '../lib/screen-actions.ts';
import { diffWords } from '../words/diff.ts';
import classes from './diff.module.css';
import { type Found, findIn } from './find.ts';
import type { DiffFile } from './rows.ts';

const words = diffWords.find;

/**
 * Finds text in all lines, also in those that are not in the page: on the browser's own key, which
 * pressed once more is the browser's again.
 */
export function FindBar(props: {
  files: readonly DiffFile[];
  onText: (text: string) => void;
  onFound: (found: Found) => void;
}) {
  const { files, onText, onFound } = props;
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = () => {
    setIsOpen(true);
    field.current?.select();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey);
    if (!isFind || event.altKey || event.shiftKey) return;
    if (isOpen && document.activeElement === field.current) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useScreenActions([{ id: 'diff find', label: words.open, run: open }]);
  if (!isOpen) return null;
  return (
    <Bar
      files={files}
      field={field}
      onText={onText}
      onFound={onFound}
      onClose={() => {
        setIsOpen(false);
        onText('');
      }}
    />
  );
}

function Bar(props: {
  files: readonly DiffFile[];
  field: React.RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onFound: (found: Found) => void;
  onClose: () => void;
}) {
  const { files, field, onText, onFound, onClose } = props;
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => findIn(files, text), [files, text]);
  const go = (index: number) => {
    const next = (index + found.length) % found.length;
    const one = found[next];
    if (one === undefined) return;
    setAt(next);
    onFound(one);
  };
  const type = (next: string) => {
    setText(next);
    setAt(0);
    onText(next);
    const [first] = findIn(files, next);
    if (first !== undefined) onFound(first);
  };
  useEffect(() => field.current?.focus(), [field]);
  return (
    <search className={classes.find}>
      <TextInput
        ref={field}
        value={text}
        aria-label={words.label}
        placeholder={words.label}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            go(at + (event.shiftKey ? -1 : 1));
          } else if (event.key === 'Escape') onClose();
        }}
      />
      <span role="status" className={classes.findCount}>
        {text !== '' && words.count(found.length === 0 ? 0 : at + 1, found.length)}
      </span>
      <ActionIcon
        aria-label={words.previous}
        disabled={found.length === 0}
        onClick={() => go(at - 1)}
      >
        <IconChevronUp aria-hidden size={16} />
      </ActionIcon>
      <ActionIcon aria-label={words.next} disabled={found.length === 0} onClick={() => go(at + 1)}>
        <IconChevronDown aria-hidden size={16} />
      </ActionIcon>
      <ActionIcon aria-label={words.close} onClick={onClose}>
        <IconX aria-hidden size={16} />
      </ActionIcon>
    </search>
  );
}
