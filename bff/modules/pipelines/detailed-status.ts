import type * as z from 'zod';
import type { detailedStatus, PipelineStatus } from '#contract/pipeline-record.ts';

/** Words and icon of each status; where the label is another word than the text, both are given. */
const shown: Record<PipelineStatus, { text: string; label?: string; group?: string }> = {
  created: { text: 'Created' },
  waiting_for_resource: { text: 'Waiting', label: 'waiting for resource' },
  preparing: { text: 'Preparing' },
  waiting_for_callback: { text: 'Waiting', label: 'waiting for callback' },
  pending: { text: 'Pending' },
  running: { text: 'Running' },
  success: { text: 'Passed' },
  failed: { text: 'Failed' },
  canceling: { text: 'Canceling' },
  canceled: { text: 'Canceled' },
  skipped: { text: 'Skipped' },
  manual: { text: 'Blocked', label: 'waiting for manual action' },
  scheduled: { text: 'Scheduled', label: 'waiting for delayed job' },
};

/** How a pipeline's status is shown; one with failures that may happen says so. */
export function detailedStatusOf(
  status: PipelineStatus,
  options: { warned: boolean; path: string },
): z.output<typeof detailedStatus> {
  const warned = status === 'success' && options.warned;
  const { text, label } = warned
    ? { text: 'Warning', label: 'passed with warnings' }
    : shown[status];
  const icon = warned ? 'warning' : status;
  return {
    icon: `status_${icon}`,
    text,
    label: label ?? text.toLowerCase(),
    group: warned ? 'success-with-warnings' : status.replaceAll('_', '-'),
    tooltip: label ?? text.toLowerCase(),
    has_details: true,
    details_path: options.path,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${icon}.png`,
  };
}
