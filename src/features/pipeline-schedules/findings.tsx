import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import type { ReactNode } from 'react';
import type { CronPreview } from '#contract/previews.ts';
import { formatWeekday } from '../../lib/format.ts';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { atTime, timeOf } from './cron-words.ts';
import classes from './schedules.module.css';
import { cityOf } from './zones.ts';

const words = scheduleWords.findings;

function Finding(props: { isFine?: boolean; title: string; fix?: ReactNode; children: ReactNode }) {
  const { isFine = false, title, fix, children } = props;
  const Icon = isFine ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.finding} data-fine={isFine || undefined}>
      <Icon aria-hidden size={16} />
      <div>
        <strong>{title}</strong>
        <p>{children}</p>
        {fix}
      </div>
    </div>
  );
}

/** What is odd about a schedule, each with what helps; else that it is within the limits. */
export function Findings(props: {
  preview: CronPreview;
  cron: string;
  /** Where it may be changed. */
  onUse: ((cron: string) => void) | undefined;
}) {
  const { preview, cron, onUse } = props;
  const { runs, warnings, min_interval: least, max_schedules: most } = preview;
  const city = cityOf(preview.zone ?? '');
  const gap = runs.find(({ change }) => change === 'gap');
  const repeat = runs.find(({ change }) => change === 'repeat');
  const planned = timeOf(cron);
  const fix = (text: string, next: string) =>
    onUse && (
      <button type="button" className={classes.fix} onClick={() => onUse(next)}>
        {text}
      </button>
    );
  const day = (run: { local: string }) => formatWeekday(run.local.slice(0, 10));
  const often = 60 % least === 0 && least < 60 ? `*/${least} * * * *` : '0 * * * *';
  const caps = most === 0 ? '' : ` ${words.cap(most)}`;
  return (
    <div className={classes.findings} aria-live="polite">
      {gap && planned !== undefined && (
        <Finding
          title={words.gapTitle}
          fix={fix(words.use(gap.local.slice(11)), atTime(cron, gap.local.slice(11)))}
        >
          {words.gap(planned, city, day(gap), gap.local.slice(11))}
        </Finding>
      )}
      {repeat && <Finding title={words.repeatTitle}>{words.repeat(city, day(repeat))}</Finding>}
      {warnings.includes('day_or_weekday') && (
        <Finding title={words.eitherTitle}>{words.either}</Finding>
      )}
      {warnings.includes('too_often') ? (
        <Finding title={words.oftenTitle} fix={fix(words.useEvery(often), often)}>
          {words.often(least)}
        </Finding>
      ) : (
        preview.valid && (
          <Finding isFine title={words.withinTitle}>
            {words.within(least)}
            {caps}
          </Finding>
        )
      )}
    </div>
  );
}
