import type { CronPreview } from '#contract/previews.ts';
import { formatWeekday } from '../../lib/format.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { scheduleWords } from '../../words/pipeline-schedules.ts';
import { offsetName } from './zones.ts';

const words = scheduleWords.editor;

/** The offset of a zone at a moment: `+02:00`; none for what the browser does not know. */
function offsetAt(zone: string, now: number): string | undefined {
  if (/^[+-]/.test(zone)) return zone;
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      timeZoneName: 'longOffset',
    }).formatToParts(now);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
    return name?.replace('GMT', '') || '+00:00';
  } catch {
    return undefined;
  }
}

/** How far a zone is from UTC now, and on which of the next runs that is otherwise. */
export function ZoneHelp({ preview }: { preview: CronPreview | undefined }) {
  const now = useNow();
  if (!preview?.zone) return null;
  const current = offsetAt(preview.zone, now);
  if (current === undefined) return null;
  const moved = preview.runs.find(({ offset }) => offset !== current);
  return moved === undefined
    ? words.offsetNow(offsetName(current))
    : words.offsetLater(
        offsetName(current),
        offsetName(moved.offset),
        formatWeekday(moved.local.slice(0, 10)),
      );
}
