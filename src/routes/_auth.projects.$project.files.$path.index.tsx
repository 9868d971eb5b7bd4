import { createFileRoute } from '@tanstack/react-router';
import { FileContent } from '../features/repository/file-content.tsx';
import { fileOf, lastCommit, prepareCode, refOf } from '../features/repository/queries.ts';
import { text } from '../lib/search-params.ts';

export const Route = createFileRoute('/_auth/projects/$project/files/$path/')({
  loaderDeps: ({ search }) => ({ ref: text(search.ref) }),
  loader: ({ context: { queryClient, user }, params, deps: { ref } }) =>
    prepareCode(queryClient, { user, path: params.project }, (project) => [
      fileOf(params.project, params.path, refOf(project, ref)),
      lastCommit(params.project, params.path, refOf(project, ref)),
    ]),
  component: FileContent,
});
