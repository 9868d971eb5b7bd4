import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useState } from 'react';
import { tableWords } from '../words/table.ts';
import classes from './table.module.css';

/** What one types goes to the URL a moment later, and what the URL says stands here. */
export function SearchField(props: {
  value: string;
  placeholder: string;
  onSearch: (text: string) => void;
  label?: string;
  id?: string;
  /** As wide as what holds it. */
  isWide?: boolean;
}) {
  const { value, placeholder, onSearch, label = tableWords.search, id, isWide } = props;
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const search = useDebouncedCallback((wanted: string) => {
    setSent(wanted);
    onSearch(wanted);
  }, 250);
  // The URL changed: by this field, or by Back, a link or Clear all, which the field then follows.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  return (
    <TextInput
      id={id}
      className={isWide ? undefined : classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch aria-hidden size={16} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
