import IconBook from '@tabler/icons-react/icons/IconBook';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../lib/links.tsx';
import { Card } from '../../ui/page.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PlainText } from '../../ui/values.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { mayInProject } from '../../lib/permissions.ts';
import { contentOf } from './content.ts';
import { fileOf, isMarkdown, projectOf, readmeIn, readmesOf, refOf } from './queries.ts';
import classes from './repository.module.css';

/** The README of a folder, where it has one. */
export function Readme(props: {
  project: string;
  folder: string;
  refName: string;
  /** Among other sections of a page, which has its own edge. */
  inset?: boolean;
}) {
  const { project, folder, refName, inset } = props;
  const tree = useQuery(readmesOf(project, folder, refName));
  const entry = readmeIn(tree.data?.rows ?? []);
  const file = useQuery({
    ...fileOf(project, entry?.path ?? '', refName),
    enabled: entry !== undefined,
  });
  if (entry === undefined || file.data === undefined) return null;
  const content = contentOf(file.data);
  if (content.kind !== 'text') return null;
  return (
    <section className={classes.readme} data-inset={inset || undefined} aria-label={entry.name}>
      <Card>
        <header className={classes.fileHead}>
          <IconBook aria-hidden size={16} />
          <TextLink
            to="/projects/$project/files/$path"
            params={{ project, path: entry.path }}
            search={{ ref: refName }}
          >
            {entry.name}
          </TextLink>
        </header>
        <div className={classes.prose}>
          {isMarkdown(entry.name) ? (
            <Markdown text={content.text} />
          ) : (
            <PlainText text={content.text} />
          )}
        </div>
      </Card>
    </section>
  );
}

/** The README of a project's home, at its default branch. */
export function ProjectReadme({ path }: { path: string }) {
  const user = useCurrentUser();
  const { data: project } = useQuery(projectOf(path));
  if (project === undefined || project.empty_repo) return null;
  if (!mayInProject(user, project, 'read_code')) return null;
  return <Readme project={path} folder="" refName={refOf(project, undefined)} inset />;
}
