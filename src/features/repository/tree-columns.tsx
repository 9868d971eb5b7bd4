import IconFile from '@tabler/icons-react/icons/IconFile';
import IconFolder from '@tabler/icons-react/icons/IconFolder';
import IconPackage from '@tabler/icons-react/icons/IconPackage';
import { TextLink } from '../../lib/links.tsx';
import { columnsOf } from '../../table/columns.ts';
import { Mono } from '../../ui/marks.tsx';
import { repositoryWords } from '../../words/repository.ts';
import type { TreeRow } from './queries.ts';
import classes from './repository.module.css';

const helper = columnsOf<TreeRow>();
const words = repositoryWords.files;

const icons = { tree: IconFolder, blob: IconFile, commit: IconPackage };

/** Columns of a folder. */
export const treeColumns = (project: string, ref: string | undefined) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: words.columns.name,
      meta: { link: true, phone: 'title' },
      cell: ({ row: { original } }) => <EntryName project={project} entry={original} ref={ref} />,
    }),
  ]);

function EntryName(props: { project: string; entry: TreeRow; ref: string | undefined }) {
  const { project, entry, ref } = props;
  const { name, path, type, sha } = entry;
  const Icon = icons[type];
  return (
    <span className={classes.entry} data-type={type}>
      <Icon role="img" aria-label={words.kinds[type]} size={16} />
      {type === 'tree' && (
        <TextLink to="/projects/$project/files" params={{ project }} search={{ path, ref }}>
          {name}
        </TextLink>
      )}
      {type === 'blob' && (
        <TextLink to="/projects/$project/files/$path" params={{ project, path }} search={{ ref }}>
          {name}
        </TextLink>
      )}
      {type === 'commit' && (
        <>
          {name} <Mono>{sha.slice(0, 8)}</Mono>
        </>
      )}
    </span>
  );
}
