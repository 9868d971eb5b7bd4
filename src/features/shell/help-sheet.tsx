import { Anchor, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openingQuery } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { keyNames } from '../../lib/keys.ts';
import { screenActions } from '../../lib/screen-actions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { keyWords } from '../../words/keys.ts';
import { shellWords } from '../../words/shell.ts';
import classes from './overlays.module.css';
import { modKey } from './mod-key.ts';
import { KeyRows } from './key-rows.tsx';
import { useSingleKeys } from './single-keys.ts';

const words = shellWords.help;

/** The keys of the screen underneath, and where more is written. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useSingleKeys();
  const { data: opening } = useQuery(openingQuery);
  // As it was when the sheet opened: with another key it is the same screen.
  const [here] = useState(() =>
    screenActions().flatMap(({ key, label }) => (key === undefined ? [] : [[key, label] as const])),
  );
  const others = keyNames
    .filter((name) => name !== 'sheet' && here.every(([key]) => key !== name))
    .map((name) => [name, keyWords.names[name]] as const);
  return (
    <Dialog testId="keys" onClose={onClose} title={words.title}>
      <KeyRows
        title={words.everywhere}
        fixed={[[modKey(), words.palette]]}
        rows={[['sheet', words.sheet]]}
      />
      {here.length === 0 ? (
        <p className={classes.note}>{words.noKeys}</p>
      ) : (
        <KeyRows title={words.here} rows={here} />
      )}
      <KeyRows title={keyWords.elsewhere} rows={others} />
      <p className={classes.note}>{keyWords.kept}</p>
      <Switch
        className={classes.single}
        label={words.single}
        description={words.singleHelp}
        checked={areOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {opening !== undefined && opening.help.text !== '' && <Markdown text={opening.help.text} />}
      {opening?.help.support_url != null && (
        <Anchor href={opening.help.support_url} rel="noreferrer" target="_blank">
          {words.support}
        </Anchor>
      )}
      <TextLink to="/help/api" onClick={onClose}>
        {words.api}
      </TextLink>
    </Dialog>
  );
}
