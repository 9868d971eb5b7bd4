/** A schedule's text as croner takes it; every difference between the two dialects is here. */

interface Field {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
  /** What a value above the others stands for: hour 24, weekday 7. */
  readonly alias?: Readonly<Record<number, number>>;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const minute: Field = { least: 0, most: 59 };
const hour: Field = { least: 0, most: 23, alias: { 24: 0 } };
const monthDay: Field = { least: 1, most: 31 };
const month: Field = { least: 1, most: 12, names: ['', ...months] };
const weekday: Field = { least: 0, most: 6, names: weekdays, alias: { 7: 0 } };

const words: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@noon': '0 12 * * *',
  '@hourly': '0 * * * *',
};

const longest = 255;
const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The five fields for croner; undefined for what is no schedule or could never run. */
export function cronerText(text: string): string | undefined {
  return cronProblem(text) === undefined ? cronFields(text)?.join(' ') : undefined;
}

/** What is wrong with a text: it cannot be read, or no day is ever like this. */
export function cronProblem(text: string): 'syntax' | 'never' | undefined {
  const fields = cronFields(text);
  if (fields === undefined) return 'syntax';
  const [, , days = '', ofYear = '', ofWeek] = fields;
  return ofWeek === '*' && !canHappen(days, ofYear) ? 'never' : undefined;
}

/** The five fields in croner's words; undefined where one cannot be read. */
export function cronFields(text: string): string[] | undefined {
  if (text.length > longest) return undefined;
  const trimmed = text.trim();
  const whole = Object.hasOwn(words, trimmed) ? words[trimmed] : trimmed;
  const parts = (whole ?? '').split(/\s+/);
  const [minutes, hours, days, ofYear, ofWeek] = parts;
  if (parts.length !== 5 || !minutes || !hours || !days || !ofYear || !ofWeek) return undefined;
  const fields = [
    fieldOf(minutes, minute),
    fieldOf(hours, hour),
    fieldOf(days, monthDay, lastDay),
    fieldOf(ofYear, month),
    fieldOf(ofWeek, weekday, nthWeekday),
  ];
  const known = fields.filter((field) => field !== undefined);
  return known.length === fields.length ? known : undefined;
}

/** An item that only one field knows, in croner's words; undefined for any other. */
type Special = (item: string) => string | undefined;

const lastDay: Special = (item) => (item === '-1' || /^(l|last)$/i.test(item) ? 'L' : undefined);

/** `mon#2`, `fri#-1`, `5#L`, `7#last`. */
const nthWeekday: Special = (item) => {
  const [, day = '', which = ''] = /^(\w{1,3})#(-1|[1-5]|l|last)$/i.exec(item) ?? [];
  const number = numberOf(day, weekday);
  if (number === undefined || which === '') return undefined;
  return `${number}#${/^[1-5]$/.test(which) ? which : 'L'}`;
};

function fieldOf(text: string, field: Field, special?: Special): string | undefined {
  if (text === '*') return '*';
  const pieces: string[] = [];
  const values = new Set<number>();
  let odd = false;
  // Empty items between commas are passed over.
  for (const item of text.split(',').filter((part) => part !== '')) {
    const own = special?.(item);
    const range = own === undefined ? rangeOf(item, field) : undefined;
    if (own === undefined && range === undefined) return undefined;
    if (own !== undefined) odd = true;
    pieces.push(own ?? textOf(range ?? { values: [], step: 1 }));
    for (const value of range?.values ?? []) values.add(value);
  }
  if (pieces.length === 0) return undefined;
  // Every value there is: croner must know it as a wildcard.
  const all = field.most - field.least + 1;
  return values.size === all && !odd ? '*' : pieces.join(',');
}

interface Range {
  /** In the order in which they are counted: one that wraps around ends low. */
  values: number[];
  step: number;
}

/** `7`, `mon`, `2-5`, `22-2`, `*`, `5/15`, `8-20/4`; undefined for anything else. */
function rangeOf(item: string, field: Field): Range | undefined {
  const [, from = '', to, every] = /^(\*|\w{1,3})(?:-(\w{1,3}))?(?:\/(\d{1,4}))?$/.exec(item) ?? [];
  const step = every === undefined ? 1 : Number(every);
  if (from === '' || step === 0 || (from === '*' && to !== undefined)) return undefined;
  const start = from === '*' ? field.least : rawNumberOf(from, field);
  let end = field.most;
  if (to !== undefined) end = rawNumberOf(to, field) ?? Number.NaN;
  else if (from !== '*' && every === undefined) end = start ?? Number.NaN;
  if (start === undefined || Number.isNaN(end)) return undefined;
  const size = field.most - field.least + 1;
  const last = end < start ? end + size : end;
  const values: number[] = [];
  for (let value = start; value <= last; value += step) {
    const turned = ((value - field.least) % size) + field.least;
    if (!values.includes(turned)) values.push(turned);
  }
  return { values, step };
}

/** A number or a name as it is written; undefined outside of the field. */
function rawNumberOf(text: string, field: Field): number | undefined {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= field.least && text !== '') return named;
  if (!/^\d{1,3}$/.test(text)) return undefined;
  const number = Number(text);
  const known = field.alias?.[number] !== undefined;
  return known || (number >= field.least && number <= field.most) ? number : undefined;
}

function numberOf(text: string, field: Field): number | undefined {
  const raw = rawNumberOf(text, field);
  return raw === undefined ? undefined : (field.alias?.[raw] ?? raw);
}

/** Values as ascending runs; a step stays a step, because croner keeps real time for it. */
function textOf({ values, step }: Range): string {
  const runs: number[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run !== undefined && value > (run.at(-1) ?? value)) run.push(value);
    else runs.push([value]);
  }
  return runs
    .map((run) => {
      const [first = 0] = run;
      const last = run.at(-1) ?? first;
      if (first === last) return String(first);
      return step === 1 ? `${first}-${last}` : `${first}-${last}/${step}`;
    })
    .join(',');
}

/** False for days that none of the months has: 30 February. */
function canHappen(days: string, ofYear: string): boolean {
  if (days === '*' || days.includes('L')) return true;
  const earliest = Math.min(...days.split(/[,\-/]/).map(Number));
  const inMonths = ofYear === '*' ? daysOf : daysOf.filter((_, at) => isIn(ofYear, at + 1));
  return inMonths.some((length) => length >= earliest);
}

/** Whether a field that was written here holds a value. */
function isIn(field: string, value: number): boolean {
  return field.split(',').some((piece) => {
    const [range = '', step = '1'] = piece.split('/');
    const [first = '', last = first] = range.split('-');
    const from = Number(first);
    return value >= from && value <= Number(last) && (value - from) % Number(step) === 0;
  });
}
