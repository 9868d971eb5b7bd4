import { shellWords } from '../../words/shell.ts';

/** The palette's keys as they are printed on the keyboard in use. */
export const modKey = (): string =>
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? shellWords.palette.appleKeys
    : shellWords.palette.keys;
