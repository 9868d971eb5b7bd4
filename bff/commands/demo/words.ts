import type { Picker } from './chance.ts';

type Words = readonly [string, ...string[]];

const things: Words = [
  'buoy',
  'lantern',
  'sounding',
  'berth',
  'mooring',
  'current',
  'forecast',
  'pennant',
  'ledger',
  'channel',
  'beacon',
  'ferry',
  'cargo',
  'almanac',
  'watch',
  'anchor',
  'crane',
  'swell',
  'pilot',
  'bollard',
  'compass',
  'tender',
  'hatch',
  'draught',
  'foghorn',
  'quay',
];
const aspects: Words = ['index', 'planner', 'reader', 'table', 'report', 'cache', 'check', 'map'];
const deeds: Words = [
  'Speed up',
  'Rework',
  'Add units to',
  'Round values in',
  'Cover edge cases of',
  'Simplify',
  'Document',
  'Make room in',
  'Fix the leap year in',
  'Sort entries of',
  'Translate',
  'Harden',
];
const remarks: Words = [
  'Could this be wrong on a spring tide?',
  'I would move this **above** the loop, it reads better.',
  'Nice. Does the old name still work?',
  'This needs a test with an empty list.',
  'Why not use what `format` has already?',
  'We had the same in the logbook once; see the note there.',
  'The unit is fathoms here and metres below.',
  'Please keep the lines under a hundred characters.',
  'Is `null` possible here? The survey of March had gaps.',
  'A comment on *why* would help the next crew.',
];
const answers: Words = [
  'Done.',
  'Good catch, fixed in the last commit.',
  'I would rather do that in a follow-up.',
  'It is covered by the test below.',
  'Agreed, renamed.',
  'Only on leap days, and those are handled.',
  'Thanks, I had not seen that.',
];
const comments: Words = [
  'Looks good from the bridge.',
  'I tried it on the data of last winter: it holds.',
  'Can we have this before the regatta?',
  'Rebased on the tide of this morning.',
  'The screenshots are in the issue.',
  'Please wait for the harbour office.',
];

/** Texts of the demo. */
export const words = {
  /** A thing of the harbour in two words, a different one for each number. */
  thing: (number: number): string => {
    const thing = things[number % things.length] ?? 'buoy';
    return `${thing} ${aspects[Math.floor(number / things.length) % aspects.length] ?? 'index'}`;
  },
  deed: (pick: Picker): string => pick.of(deeds),
  remark: (pick: Picker): string => pick.of(remarks),
  answer: (pick: Picker): string => pick.of(answers),
  comment: (pick: Picker): string => pick.of(comments),
};

/** A name of files and branches. */
export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
