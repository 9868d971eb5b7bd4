import { TextLink } from '../../lib/links.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { repositoryWords } from '../../words/repository.ts';
import classes from './repository.module.css';

const words = repositoryWords.path;

/** The folders on the way to a path, each with its link; the last part is where one is. */
export function PathCrumbs(props: {
  project: string;
  /** What the root is called: the project's last name. */
  root: string;
  path: string;
  refName: string | undefined;
}) {
  const { project, root, path, refName } = props;
  const names = path === '' ? [] : path.split('/');
  const folders = [root, ...names].map((name, depth) => ({
    name,
    path: names.slice(0, depth).join('/'),
  }));
  return (
    <nav aria-label={words.label} className={classes.path}>
      <ol>
        {folders.map((folder, index) => (
          <li key={folder.path}>
            {index === folders.length - 1 ? (
              <strong aria-current="true">{folder.name}</strong>
            ) : (
              <TextLink
                to="/projects/$project/files"
                params={{ project }}
                search={{ path: folder.path || undefined, ref: refName }}
              >
                {folder.name}
              </TextLink>
            )}
          </li>
        ))}
      </ol>
      {path !== '' && <CopyButton value={path} label={words.copy} />}
    </nav>
  );
}
