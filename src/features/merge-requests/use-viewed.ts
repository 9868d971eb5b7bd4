import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { viewedFiles } from '#contract/viewed-files.ts';
import { useCommand } from '../../api/client.ts';
import { asApiError } from '../../api/error.ts';
import { toastError } from '../../api/toast.ts';
import type { ViewedState } from '../../diff/review.ts';
import { viewedOf } from './changes-queries.ts';
import type { Which } from './queries.ts';

/** Which files one has looked at; a mark shows at once, and goes again where it is refused. */
export function useViewed(which: Which, sha: string | undefined) {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(viewedOf(which));
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { mutateAsync } = useCommand(viewedFiles.update, { showsError: true });
  const viewed = useMemo(() => {
    const states = new Map<string, ViewedState>(
      data.files.map(({ path, changed }) => [path, changed ? 'changed' : 'viewed']),
    );
    for (const [path, isViewed] of pending) {
      if (isViewed) states.set(path, 'viewed');
      else states.delete(path);
    }
    return states;
  }, [data, pending]);
  const onViewed = useCallback(
    (path: string, isViewed: boolean) => {
      const { project, iid } = which;
      const input = { id: project, merge_request_iid: iid, paths: [path], viewed: isViewed };
      setPending((before) => new Map(before).set(path, isViewed));
      mutateAsync({ ...input, ...(sha !== undefined && { sha }) })
        .then((answer) => {
          // Of several answers on their way only this file's part is sure to be the newest.
          client.setQueryData(viewedOf(which).queryKey, (known) => ({
            head_sha: answer.head_sha,
            files: [
              ...(known?.files ?? []).filter((file) => file.path !== path),
              ...answer.files.filter((file) => file.path === path),
            ],
          }));
        })
        .catch((error: unknown) => toastError(asApiError(error)))
        .finally(() =>
          setPending((before) => {
            const after = new Map(before);
            after.delete(path);
            return after;
          }),
        );
    },
    [client, mutateAsync, sha, which],
  );
  return { viewed, onViewed };
}
