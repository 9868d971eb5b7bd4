/** A piece of a sentence; what the fields say stands out. */
export type Piece = string | { readonly value: string };

const named: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@noon': '0 12 * * *',
  '@hourly': '0 * * * *',
};

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const longest = 255;

/** The five fields of a schedule; undefined where there are not five. */
export function fieldsOf(cron: string): readonly string[] | undefined {
  const text = cron.slice(0, longest).trim();
  const fields = (Object.hasOwn(named, text) ? (named[text] ?? '') : text).split(/\s+/);
  return fields.length === 5 ? fields : undefined;
}

const isNumber = (text: string) => /^\d{1,2}$/.test(text);
const two = (text: string) => text.padStart(2, '0');

const monthName = (text: string) =>
  months[Number(text) - 1] ??
  months.find((name) => name.toLowerCase().startsWith(text.toLowerCase())) ??
  text;
const weekdayName = (text: string) =>
  (isNumber(text) ? weekdays[Number(text) % 7] : undefined) ??
  weekdays.find((name) => name.toLowerCase().startsWith(text.toLowerCase())) ??
  text;

/** One term of a list: a value, a range, a step, the nth weekday, the last day. */
function termWords(term: string, nameOf: (text: string) => string): string {
  const [whole = '', step] = term.split('/');
  const [from = '', to] = whole.split('-');
  if (step !== undefined && whole === '*') return `every ${step}`;
  if (step !== undefined) {
    return `every ${step} from ${nameOf(from)}${to === undefined ? '' : ` to ${nameOf(to)}`}`;
  }
  const [day = '', nth] = whole.split('#');
  if (nth !== undefined) {
    return `the ${nth === 'L' || nth === '-1' ? 'last' : (ordinals[Number(nth)] ?? nth)} ${nameOf(day)}`;
  }
  if (/^(l|last)$/i.test(whole)) return 'the last';
  if (from !== '' && to !== undefined) return `${nameOf(from)} to ${nameOf(to)}`;
  return nameOf(whole);
}

/** The terms of a field, joined by `and`. */
function listWords(field: string, nameOf: (text: string) => string = (text) => text): Piece[] {
  const terms = field.split(',').filter((term) => term !== '');
  return terms.flatMap((term, at): Piece[] => {
    const joint = at === 0 ? '' : at === terms.length - 1 ? ' and ' : ', ';
    const value = { value: termWords(term, nameOf) };
    return joint === '' ? [value] : [joint, value];
  });
}

/** So many times of the day are written out. */
const mostTimes = 4;

function timeWords(minute: string, hour: string): Piece[] {
  const minutes = minute.split(',');
  const hours = hour.split(',');
  const isPlain = [...minutes, ...hours].every(isNumber);
  if (isPlain && minutes.length * hours.length <= mostTimes) {
    const times = hours.flatMap((at) => minutes.map((past) => `${two(at)}:${two(past)}`));
    return ['At ', ...listWords(times.join(','))];
  }
  const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
  const start: Piece[] =
    minute === '*'
      ? ['Every minute']
      : step === undefined
        ? ['At minute ', ...listWords(minute)]
        : ['Every ', { value: step }, ' minutes'];
  const everyHours = /^\*\/(\d{1,2})$/.exec(hour)?.[1];
  if (hour === '*')
    return step === undefined && minute !== '*' ? [...start, ' of every hour'] : start;
  if (everyHours !== undefined) return [...start, ' of every ', { value: everyHours }, ' hours'];
  return [...start, ' of hour ', ...listWords(hour)];
}

function dayWords(day: string, month: string, weekday: string): Piece[] {
  const ofMonth: Piece[] =
    month === '*' ? [' of every month'] : [' of ', ...listWords(month, monthName)];
  const inMonth: Piece[] = month === '*' ? [] : [' in ', ...listWords(month, monthName)];
  const onWeekday: Piece[] = [' on ', ...listWords(weekday, weekdayName)];
  const isLast = /^(l|last)$/i.test(day);
  const onDay: Piece[] = isLast
    ? [' on ', { value: 'the last day' }, ...ofMonth]
    : [' on day ', ...listWords(day), ...ofMonth];
  if (day === '*') return weekday === '*' ? [' every day', ...inMonth] : [...onWeekday, ...inMonth];
  return weekday === '*' ? onDay : [...onDay, ' or', ...onWeekday];
}

/** A schedule in plain words: `At 02:30 on day 1 and 28 of every month`; undefined for no schedule. */
export function cronWords(cron: string): Piece[] | undefined {
  const fields = fieldsOf(cron);
  if (fields === undefined) return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const time = timeWords(minute, hour);
  const isFast = (minute === '*' || minute.startsWith('*/')) && hour === '*';
  if (isFast && day === '*' && weekday === '*' && month === '*') return time;
  return [...time, ...dayWords(day, month, weekday)];
}

/** The words as one text. */
export const cronText = (cron: string): string =>
  (cronWords(cron) ?? [cron])
    .map((piece) => (typeof piece === 'string' ? piece : piece.value))
    .join('');

/** The time of day where it is one: `02:30`. */
export function timeOf(cron: string): string | undefined {
  const [minute = '', hour = ''] = fieldsOf(cron) ?? [];
  return isNumber(minute) && isNumber(hour) ? `${two(hour)}:${two(minute)}` : undefined;
}

/** The same schedule at another time of day. */
export function atTime(cron: string, time: string): string {
  const [hour = '0', minute = '0'] = time.split(':');
  const rest = fieldsOf(cron)?.slice(2) ?? ['*', '*', '*'];
  return [Number(minute), Number(hour), ...rest].join(' ');
}
