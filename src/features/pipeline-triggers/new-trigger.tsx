import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { PipelineTrigger } from '#contract/pipeline-triggers.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { TriggerForm } from './trigger-form.tsx';

const words = triggerWords.made;

/** Makes a trigger token and shows it. */
export function NewTriggerDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const [made, setMade] = useState<PipelineTrigger>();
  if (made === undefined) {
    return (
      <Dialog testId="new-trigger" onClose={onClose} title={triggerWords.create}>
        <TriggerForm project={project} onMade={setMade} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog testId="made-trigger" onClose={onClose} title={words.title}>
      <Stack>
        <p>{words.help}</p>
        <CopyLine value={made.token} label={words.copy} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
