import { common } from './common.ts';
import { formatBytes, formatCount, formatNumber } from '../lib/format.ts';

/** Words of the page about the API. */
export const openapiWords = {
  title: common.navigation.api,
  about: (count: number) =>
    `${formatCount(count, 'operation', 'operations')}, described by the records that the server answers by. Everything the console does goes through them.`,
  download: 'OpenAPI document',
  search: 'Path, words, parameter or field',
  found: (count: number, all: number) =>
    count === all
      ? formatCount(all, 'operation', 'operations')
      : `${formatNumber(count)} of ${formatNumber(all)}`,
  list: 'Operations',
  nothing: 'No operation is about that',
  nothingHelp: 'Try a word of the path, as merge_requests, or the name of a field, as web_url.',
  choose: 'Choose an operation',
  chooseHelp: 'It shows what it takes and what it answers, and lets you try it as yourself.',
  unknown: 'There is no such operation',
  unknownHelp: 'It may have had another name. Search for its path.',
  back: 'All operations',
  matches: { parameter: 'Parameter', field: 'Answers with' },
  copyPath: 'Copy the path',
  try: 'Try it',
  tryHelp: 'Sent as you, with the session of this page; what is left empty is not sent.',
  path: 'Path',
  query: 'Query',
  body: 'Body',
  none: 'It takes no parameters.',
  unset: 'not sent',
  clear: (name: string) => `Do not send ${name}`,
  listHelp: 'Several are separated by commas.',
  jsonHelp: 'JSON.',
  byDefault: (value: string) => `Default: ${value}.`,
  notJson: 'This is no JSON',
  missing: 'The path needs it',
  send: 'Send',
  curl: 'Copy as curl',
  ask: (call: string) => `Send ${call}?`,
  askHelp: 'It may change what is on this server. It is written to the audit log under your name.',
  answer: 'Answer',
  took: (milliseconds: number, bytes: number) =>
    `${formatNumber(milliseconds)} ms, ${formatBytes(bytes)}`,
  headers: (count: number) => formatCount(count, 'header', 'headers'),
  empty: 'The answer has no body.',
  binary: (type: string) => `The body is ${type}: save it to look at it.`,
  cut: (shown: number) => `Only the first ${formatBytes(shown)} are shown.`,
  save: 'Save the body',
  copyBody: 'Copy the body',
  answers: 'Answers',
  refusals: 'Refusals',
  noBody: 'without a body',
  types: {
    list: (of: string) => `list of ${of}`,
    map: (of: string) => `hash of ${of}`,
    or: ' or ',
    object: 'object',
    any: 'anything',
    file: 'file',
  },
  maybe: 'may be left out',
} as const;
