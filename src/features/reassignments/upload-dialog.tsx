import { Button } from '@mantine/core';
import * as z from 'zod';
import type { Upload } from '#contract/common.ts';
import { reassignmentFiles } from '#contract/reassignment-files.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { FileField } from '../../form/file-field.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { reassignmentWords } from '../../words/reassignments.ts';
import { touchedByFile } from './queries.ts';

const words = reassignmentWords.files;

// The contract's own field, with words for a form in which nothing was chosen.
const form = z.object({
  file: z.custom<Upload>((value) => value instanceof File, { error: words.fileMissing }),
});

/** Uploads a file to see what it would do; `onBegun` gets its id. */
export function UploadDialog(props: {
  group: string;
  onBegun: (id: number) => void;
  onClose: () => void;
}) {
  const { group, onBegun, onClose } = props;
  const create = useCommand(reassignmentFiles.create, {
    invalidates: touchedByFile,
    showsError: true,
  });
  const filled = useContractForm(form, {});
  return (
    <Dialog testId="upload-reassignments" title={words.upload} onClose={onClose}>
      <Form
        form={filled}
        plain
        onSubmit={async ({ file }) =>
          onBegun((await create.mutateAsync({ id: group, dry_run: true, file })).id)
        }
        bar={
          <SubmitBar
            form={filled}
            label={words.check}
            cancel={
              <Button variant="subtle" color="gray" onClick={onClose}>
                {common.actions.cancel}
              </Button>
            }
          />
        }
      >
        <p>{words.uploadHelp}</p>
        <FileField
          control={filled.control}
          name="file"
          label={words.file}
          help={words.fileHelp}
          placeholder={words.placeholder}
          accept=".csv,text/csv"
          required
        />
      </Form>
    </Dialog>
  );
}
