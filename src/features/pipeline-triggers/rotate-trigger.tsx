import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type PipelineTrigger, pipelineTriggers } from '#contract/pipeline-triggers.ts';
import { useCommand } from '../../api/client.ts';
import { useContractForm } from '../../form/contract-form.ts';
import { Form } from '../../form/form.tsx';
import { SelectField } from '../../form/select-field.tsx';
import { SubmitBar } from '../../form/submit-bar.tsx';
import { formatMoment } from '../../lib/format.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { common } from '../../words/common.ts';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { isWhole, nameOf } from './queries.ts';

const words = triggerWords.rotation;
const body = pipelineTriggers.rotate.body.pick({ overlap_minutes: true });
const overlaps = ([0, 60, 1440, 10_080, 43_200] as const).map((value) => ({
  value,
  label: words.overlaps[value],
}));

type Rotated = ResponseOf<typeof pipelineTriggers.rotate>;

/** Gives a token a new text and shows it; the one before works on for as long as is said. */
export function RotateTriggerDialog(props: {
  project: string;
  trigger: PipelineTrigger;
  onClose: () => void;
}) {
  const { trigger, onClose } = props;
  const [made, setMade] = useState<Rotated>();
  if (made === undefined) {
    return (
      <Dialog testId="rotate-trigger" onClose={onClose} title={words.title(nameOf(trigger))}>
        <RotateForm {...props} onMade={setMade} />
      </Dialog>
    );
  }
  return (
    <Dialog testId="rotated-trigger" onClose={onClose} title={triggerWords.made.title}>
      <Stack>
        <p>
          {words.until(formatMoment(made.previous_valid_until))}{' '}
          {isWhole(trigger)
            ? words.readable
            : words.unreadable(trigger.owner?.name ?? triggerWords.noOwner)}
        </p>
        <CopyLine value={made.token} label={triggerWords.made.copy} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{triggerWords.made.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function RotateForm(props: {
  project: string;
  trigger: PipelineTrigger;
  onMade: (made: Rotated) => void;
  onClose: () => void;
}) {
  const { project, trigger, onMade, onClose } = props;
  const rotate = useCommand(pipelineTriggers.rotate, { invalidates: [pipelineTriggers.list] });
  const form = useContractForm(body, { overlap_minutes: 1440 });
  const where = { id: project, trigger_id: trigger.id };
  return (
    <Form
      form={form}
      plain
      request={(typed) => ({ endpoint: pipelineTriggers.rotate, input: { ...where, ...typed } })}
      onSubmit={async (values) => onMade(await rotate.mutateAsync({ ...where, ...values }))}
      bar={
        <SubmitBar
          form={form}
          label={words.submit}
          cancel={
            <Button variant="subtle" color="gray" onClick={onClose}>
              {common.actions.cancel}
            </Button>
          }
        />
      }
    >
      <SelectField
        control={form.control}
        name="overlap_minutes"
        label={words.overlap}
        help={words.help}
        choices={overlaps}
      />
    </Form>
  );
}
