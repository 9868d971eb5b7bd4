import { CopyLine } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { projectWords } from '../../words/projects.ts';
import classes from './projects.module.css';

const words = projectWords.overview;

/** How to fill a repository that has no commit. */
export function EmptyRepository(props: {
  project: { http_url_to_repo: string; path: string };
  branch: string;
}) {
  const { project, branch } = props;
  const url = project.http_url_to_repo;
  return (
    <Section title={words.emptyTitle} about={words.emptyHelp}>
      <div className={classes.steps}>
        <div>
          <h3>{words.pushExisting}</h3>
          <CopyLine value={words.pushExistingCommands(url, branch)} />
        </div>
        <div>
          <h3>{words.startNew}</h3>
          <CopyLine value={words.startNewCommands(url, project.path, branch)} />
        </div>
      </div>
    </Section>
  );
}
