import { ActionIcon, Select } from '@mantine/core';
import IconPilcrow from '@tabler/icons-react/icons/IconPilcrow';
import { useQuery } from '@tanstack/react-query';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { LayoutControl } from '../../diff/layout-control.tsx';
import { formatMoment } from '../../lib/format.ts';
import { ErrorLine } from '../../ui/states.tsx';
import { reviewWords } from '../../words/reviews.ts';
import { type Reading, versionsOf, viewedOf } from './changes-queries.ts';
import classes from './merge-requests.module.css';
import type { Which } from './queries.ts';

const words = reviewWords.changes;
const changes = '/projects/$project/merge-requests/$iid/changes';

/** How the changes are read, in the URL; only where they are shown. */
export function ReviewTools({ count }: { count: number }) {
  const match = useMatch({ from: `/_auth${changes}`, shouldThrow: false });
  const navigate = useNavigate();
  if (match === undefined) return null;
  const { params, search } = match;
  const which = { project: params.project, iid: Number(params.iid) };
  const set = (change: Partial<typeof search>) => {
    void navigate({
      to: changes,
      params,
      search: { ...search, ...change },
      replace: true,
      resetScroll: false,
    });
  };
  const ignores = search.space === 'ignored';
  return (
    <div className={classes.tools}>
      <ViewedCount which={which} count={count} />
      <Versions which={which} reading={search} onChange={set} />
      <ActionIcon
        variant={ignores ? 'filled' : 'default'}
        aria-pressed={ignores}
        aria-label={words.ignoreSpace}
        title={words.ignoreSpace}
        onClick={() => set({ space: ignores ? undefined : 'ignored' })}
      >
        <IconPilcrow aria-hidden size={16} />
      </ActionIcon>
      <LayoutControl
        value={search.view ?? 'unified'}
        onChange={(value) => set({ view: value === 'split' ? value : undefined })}
      />
    </div>
  );
}

function ViewedCount({ which, count }: { which: Which; count: number }) {
  const { data } = useQuery(viewedOf(which));
  if (data === undefined || count === 0) return null;
  const viewed = data.files.filter(({ changed }) => !changed).length;
  return <span className={classes.viewedCount}>{words.viewed(viewed, count)}</span>;
}

/** Which version is read, and with which one it is compared. */
function Versions(props: { which: Which; reading: Reading; onChange: (reading: Reading) => void }) {
  const { which, reading, onChange } = props;
  const { data, error } = useQuery(versionsOf(which));
  if (error) return <ErrorLine error={error} />;
  const versions = data?.rows ?? [];
  if (versions.length < 2) return null;
  const choices = versions.map(({ id, head_commit_sha: sha, created_at }, index) => ({
    value: String(id),
    label:
      index === 0
        ? words.newest
        : words.version(versions.length - index, sha.slice(0, 8), formatMoment(created_at)),
  }));
  const at = versions.findIndex(({ id }) => id === (reading.to ?? versions[0]?.id));
  return (
    <>
      <Select
        aria-label={words.to}
        data={choices}
        value={String(reading.to ?? versions[0]?.id)}
        allowDeselect={false}
        w={150}
        onChange={(value) =>
          onChange({
            to: value === null || value === choices[0]?.value ? undefined : Number(value),
            from: undefined,
          })
        }
      />
      <Select
        aria-label={words.from}
        data={[{ value: 'base', label: words.base }, ...choices.slice(at + 1)]}
        value={reading.from === undefined ? 'base' : String(reading.from)}
        allowDeselect={false}
        w={150}
        onChange={(value) =>
          onChange({ from: value === null || value === 'base' ? undefined : Number(value) })
        }
      />
    </>
  );
}
