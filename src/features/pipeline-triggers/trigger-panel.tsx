import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PipelineTrigger } from '#contract/pipeline-triggers.ts';
import { formatMoment } from '../../lib/format.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Mono } from '../../ui/marks.tsx';
import { Facts } from '../../ui/page.tsx';
import { Expiry } from '../../ui/expiry.tsx';
import { common } from '../../words/common.ts';
import { triggerWords } from '../../words/pipeline-triggers.ts';
import { isWhole, projectOf } from './queries.ts';
import { StartForm } from './start-form.tsx';
import { TriggerActions, type Wanted } from './trigger-actions.tsx';
import classes from './triggers.module.css';

const words = triggerWords.panel;

/** One token: its text for its owner, what it did, and how a pipeline is started with it. */
export function TriggerPanel(props: {
  path: string;
  trigger: PipelineTrigger;
  /** Where it may be changed. */
  onWant: ((wanted: Wanted) => void) | undefined;
}) {
  const { path, trigger, onWant } = props;
  const { data: project } = useSuspenseQuery(projectOf(path));
  const { columns } = triggerWords;
  return (
    <div className={classes.panel}>
      <Facts
        rows={[
          [words.token, <TokenText key="token" trigger={trigger} />],
          [columns.owner, trigger.owner?.name ?? triggerWords.noOwner],
          [
            columns.used,
            trigger.last_used === null ? common.time.never : formatMoment(trigger.last_used),
          ],
          [columns.expires, <Expiry key="expires" at={trigger.expires_at} />],
          [words.created, formatMoment(trigger.created_at)],
        ]}
      />
      {onWant && <TriggerActions project={path} trigger={trigger} onWant={onWant} />}
      {!isWhole(trigger) && (
        <p className={classes.quiet}>
          {words.notYours(trigger.owner?.name ?? triggerWords.noOwner)}
        </p>
      )}
      <StartForm path={path} project={project} trigger={trigger} />
    </div>
  );
}

/** Hidden until its owner wants it; others see how it begins. */
function TokenText({ trigger }: { trigger: PipelineTrigger }) {
  const [isShown, setShown] = useState(false);
  if (!isWhole(trigger)) return <Mono>{triggerWords.begins(trigger.token)}</Mono>;
  return (
    <span className={classes.token}>
      <Mono>{isShown ? trigger.token : triggerWords.hidden}</Mono>
      <Button size="xs" variant="subtle" onClick={() => setShown(!isShown)}>
        {isShown ? words.hide : words.reveal}
      </Button>
      <CopyButton value={trigger.token} label={words.copy} />
    </span>
  );
}
