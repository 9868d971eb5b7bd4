import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconUpload from '@tabler/icons-react/icons/IconUpload';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { placeholderReassignments } from '#contract/placeholder-reassignments.ts';
import { requestOf } from '../../api/client.ts';
import { Page } from '../../ui/page.tsx';
import { reassignmentWords as words } from '../../words/reassignments.ts';
import { FileReport } from './file-report.tsx';
import { ReassignmentTabs } from './tabs.tsx';
import { UploadDialog } from './upload-dialog.tsx';

/** What both lists have: their tabs, the CSV both ways, and the report of the file in the URL. */
export function ReassignmentsFrame(props: {
  group: string;
  file: string | undefined;
  children: ReactNode;
}) {
  const { group, file, children } = props;
  const [isNew, setIsNew] = useState(false);
  const navigate = useNavigate();
  const show = (id: number | undefined) => {
    setIsNew(false);
    void navigate({
      to: '.',
      // Safe: `.` is one of the two routes whose search has `file`.
      search: ((now: object) => ({ ...now, file: id && String(id) })) as never,
      resetScroll: false,
    });
  };
  const { url } = requestOf(placeholderReassignments.download, { id: group });
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <>
          <Button
            component="a"
            href={url}
            download
            variant="default"
            leftSection={<IconDownload aria-hidden size={16} />}
          >
            {words.download}
          </Button>
          <Button leftSection={<IconUpload aria-hidden size={16} />} onClick={() => setIsNew(true)}>
            {words.files.upload}
          </Button>
        </>
      }
      tabs={<ReassignmentTabs group={group} />}
    >
      {children}
      {isNew && <UploadDialog group={group} onBegun={show} onClose={() => setIsNew(false)} />}
      {file !== undefined && (
        <FileReport
          key={file}
          group={group}
          id={Number(file)}
          onBegun={show}
          onClose={() => show(undefined)}
        />
      )}
    </Page>
  );
}
