import IconCircleOff from '@tabler/icons-react/icons/IconCircleOff';
import { ButtonLink } from '../../lib/links.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { common } from '../../words/common.ts';
import { issueWords } from '../../words/issues.ts';

/** The project keeps no issues. */
export function IssuesOff({ path }: { path: string }) {
  return (
    <EmptyState
      icon={<IconCircleOff aria-hidden size={20} />}
      title={issueWords.off}
      isScreen
      action={
        <ButtonLink to="/projects/$project" params={{ project: path }} variant="default">
          {common.actions.back}
        </ButtonLink>
      }
    >
      {issueWords.offHelp}
    </EmptyState>
  );
}
