import { Link } from '@tanstack/react-router';
import { TabBar } from '../../ui/page.tsx';
import { wikiWords as words } from '../../words/wikis.ts';
import type { Which } from './queries.ts';

/** A page and its history. */
export function PageTabs({ which }: { which: Which }) {
  const params = { project: which.project, page: which.slug };
  return (
    <TabBar
      label={words.tabs}
      tabs={[
        <Link
          key="page"
          to="/projects/$project/wiki/pages/$page"
          params={params}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {words.page}
        </Link>,
        <Link key="history" to="/projects/$project/wiki/pages/$page/history" params={params}>
          {words.history}
        </Link>,
      ]}
    />
  );
}
