import { formatCount, formatNumber } from '../lib/format.ts';

/** Words of forms. */
export const formWords = {
  required: 'This is needed',
  tooLong: (most: number) => `At most ${formatNumber(most)} characters`,
  tooShort: (least: number) => `At least ${formatNumber(least)} characters`,
  tooSmall: (least: number) => `At least ${formatNumber(least)}`,
  tooLarge: (most: number) => `At most ${formatNumber(most)}`,
  notADate: 'Not a date',
  notAnInteger: 'Not a whole number',
  notAllowed: 'Not one of the values that are possible here',
  wrong: 'This value does not fit',
  refused: 'The server did not accept this',
  saving: 'Saving…',
  nothingToSave: 'Nothing has changed yet',
  unsaved: (count: number) => formatCount(count, 'unsaved change', 'unsaved changes'),
  fixFirst: (count: number) => `${formatCount(count, 'field needs', 'fields need')} a correction`,
  leaveTitle: 'Leave without saving?',
  leaveHelp: 'What you typed here is lost when you leave.',
  leave: 'Leave',
  stay: 'Stay here',
  optional: 'optional',
  secretStored: 'Set. Type to replace it.',
  noGroup: 'No group by this name',
  noBranch: 'No branch by this name',
  pickColour: 'Pick a colour from the screen',
} as const;
