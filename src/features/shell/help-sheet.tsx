import { Anchor, Kbd, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { openingQuery } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { screenActions } from '../../lib/screen-actions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { shellWords } from '../../words/shell.ts';
import classes from './overlays.module.css';
import { modKey } from './mod-key.ts';
import { useSingleKeys } from './single-keys.ts';

const words = shellWords.help;

/** The keys of the screen underneath, and where more is written. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const [areOn, setOn] = useSingleKeys();
  const { data: opening } = useQuery(openingQuery);
  const here = screenActions().filter(({ key }) => key !== undefined);
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Keys
        title={words.everywhere}
        rows={[
          [modKey(), words.palette],
          ['?', words.sheet],
        ]}
      />
      {here.length === 0 ? (
        <p className={classes.note}>{words.noKeys}</p>
      ) : (
        <Keys title={words.here} rows={here.map(({ key = '', label }) => [key, label])} />
      )}
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

function Keys(props: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <>
      <h3 className={classes.heading}>{props.title}</h3>
      <dl className={classes.keys}>
        {props.rows.map(([key, label]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
