import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ChangedFiles } from '../../diff/changed-files.tsx';
import { MergeBox } from './merge-box.tsx';
import classes from './merge-requests.module.css';
import { diffAt, diffsOf, mergeRequestShown } from './queries.ts';
import { useWhich } from './review-layout.tsx';

const route = getRouteApi('/_auth/projects/$project/merge-requests/$iid/changes');

/** What a merge request changes, and whether it can be merged beside it. */
export function ChangesTab() {
  const which = useWhich();
  const { view = 'unified', file } = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useSuspenseInfiniteQuery(diffsOf(which));
  const { data: record } = useSuspenseQuery(mergeRequestShown(which));
  const openFile = useCallback(
    (path: string) => {
      void navigate({
        search: (old) => ({ ...old, file: path }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return (
    <div className={classes.columns}>
      <div className={classes.main} data-flush>
        <ChangedFiles
          key={record.id}
          pages={pages}
          diffAt={(index) => diffAt(which, index)}
          layout={view}
          file={file}
          onFile={openFile}
        />
      </div>
      <aside className={classes.side}>
        <MergeBox which={which} />
      </aside>
    </div>
  );
}
