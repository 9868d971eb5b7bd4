import { createFileRoute } from '@tanstack/react-router';
import { FileLayout } from '../features/repository/file-layout.tsx';
import { text } from '../lib/search-params.ts';

export const Route = createFileRoute('/_auth/projects/$project/files/$path')({
  validateSearch: (search): { ref?: string | undefined } => ({ ref: text(search.ref) }),
  staticData: {
    crumbs: ({ path = '' }) => [{ label: path.slice(path.lastIndexOf('/') + 1) }],
  },
  component: FileLayout,
});
