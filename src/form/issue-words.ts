import type * as z from 'zod';
import { common } from '../words/common.ts';
import { formWords } from '../words/form.ts';

/** What is wrong with a value, in words for whoever typed it. */
export function wordIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return common.required;
      return issue.expected === 'int' ? formWords.notAnInteger : formWords.wrong;
    case 'too_big':
      return issue.origin === 'string'
        ? formWords.tooLong(Number(issue.maximum))
        : formWords.tooLarge(Number(issue.maximum));
    case 'too_small':
      if (issue.origin === 'array') return common.required;
      if (issue.origin === 'string' && issue.minimum === 1) return common.required;
      return issue.origin === 'string'
        ? formWords.tooShort(Number(issue.minimum))
        : formWords.tooSmall(Number(issue.minimum));
    case 'invalid_format':
      return issue.format === 'date' || issue.format === 'datetime'
        ? formWords.notADate
        : formWords.wrong;
    case 'invalid_value':
      return issue.input === undefined ? common.required : formWords.notAllowed;
    default:
      return formWords.wrong;
  }
}
