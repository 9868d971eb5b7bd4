import { createFileRoute } from '@tanstack/react-router';
import { versionShown } from '../features/wikis/queries.ts';
import { WikiVersion } from '../features/wikis/version-page.tsx';
import { oneOf } from '../table/url-state.ts';
import { text } from '../lib/search-params.ts';
import { common } from '../words/common.ts';

export const Route = createFileRoute('/_auth/projects/$project/wiki/pages/$page/history/$version')({
  validateSearch: (search): { view?: 'split' | undefined; file?: string | undefined } => ({
    view: oneOf(['split'], text(search.view)),
    file: text(search.file),
  }),
  loader: ({ context, params: { project, page, version } }) =>
    context.queryClient.prefetchQuery(versionShown({ project, slug: page }, version)),
  staticData: {
    crumbs: ({ project = '', page = '', version = '' }) => [
      {
        label: common.navigation.history,
        link: { to: '/projects/$project/wiki/pages/$page/history', params: { project, page } },
      },
      { label: version.slice(0, 8) },
    ],
  },
  component: WikiVersion,
});
