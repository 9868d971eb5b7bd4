import { Link } from '@tanstack/react-router';
import { TabBar } from '../../ui/page.tsx';
import { reassignmentWords as words } from '../../words/reassignments.ts';

const tabs = [
  { to: '/groups/$group/reassignments', label: words.files.people },
  { to: '/groups/$group/reassignments/files', label: words.files.files },
  { to: '/groups/$group/reassignments/imports', label: words.imports.title },
] as const;

/** People of imports, the files that name who they are, and the imports themselves. */
export function ReassignmentTabs({ group }: { group: string }) {
  return (
    <TabBar
      label={words.files.tabs}
      tabs={tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ group }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    />
  );
}
