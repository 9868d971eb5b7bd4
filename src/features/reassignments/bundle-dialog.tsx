import { Button } from '@mantine/core';
import * as z from 'zod';
import type { Upload } from '#contract/common.ts';
import { groupImports } from '#contract/imports.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { FileField } from '../../form/file-field.tsx';
import { Form } from '../../form/form.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { reassignmentWords } from '../../words/reassignments.ts';

const words = reassignmentWords.imports;

// The contract's own field, with words for a form in which nothing was chosen.
const form = z.object({
  file: z.custom<Upload>((value) => value instanceof File, { error: words.fileMissing }),
});

/** Uploads a bundle, which is brought in afterwards. */
export function BundleDialog({ group, onClose }: { group: string; onClose: () => void }) {
  const create = useCommand(groupImports.create, {
    invalidates: [groupImports.list],
    done: words.begun,
    showsError: true,
  });
  const filled = useContractForm(form, {});
  return (
    <Dialog testId="upload-bundle" title={words.upload} onClose={onClose}>
      <Form
        form={filled}
        plain
        onSubmit={async ({ file }) => {
          await create.mutateAsync({ id: group, file });
          onClose();
        }}
        bar={
          <SubmitBar
            form={filled}
            label={words.upload}
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
          accept=".tar,.gz,.tgz,.jsonl"
          required
        />
      </Form>
    </Dialog>
  );
}
