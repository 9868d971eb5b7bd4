/** What lines of a comment may ask for, with what else the same is called. */
const aliases = {
  close: [],
  reopen: [],
  title: [],
  draft: [],
  ready: [],
  target_branch: [],
  label: ['labels'],
  unlabel: ['remove_label'],
  relabel: [],
  assign: [],
  unassign: ['remove_assignee'],
  assign_reviewer: ['request_review', 'reviewer'],
  unassign_reviewer: ['remove_reviewer'],
  lock: [],
  unlock: [],
  approve: [],
  unapprove: [],
  merge: [],
} as const satisfies Record<string, readonly string[]>;

export type CommandName = keyof typeof aliases;

export interface Command {
  name: CommandName;
  argument: string;
}

const names = new Map<string, CommandName>(
  Object.entries(aliases).flatMap(([name, others]) =>
    // Keys of the record above.
    [name, ...others].map((word) => [word, name as CommandName] as const),
  ),
);

// What follows the blanks begins with none: they are read once, whatever ends the line.
const line = /^\/([a-z_]+)(?:[ \t]+([^ \t].*))?$/s;

/** The commands of a comment, and the text that is left; lines of code and unknown words are text. */
export function readCommands(body: string): { text: string; commands: Command[] } {
  const commands: Command[] = [];
  let isCode = false;
  const kept = body.split('\n').filter((given) => {
    const row = given.trimEnd();
    if (/^\s*(?:```|~~~)/.test(row)) isCode = !isCode;
    const [, word = '', argument = ''] = (isCode ? undefined : line.exec(row)) ?? [];
    const name = names.get(word);
    if (name === undefined) return true;
    commands.push({ name, argument: argument.trim() });
    return false;
  });
  return { text: commands.length === 0 ? body : kept.join('\n').trim(), commands };
}

/** Words of an argument, `~"of several words"` as one; marks of labels and people are left out. */
export const wordsOf = (argument: string): string[] =>
  [...argument.matchAll(/[~@]?"([^"]+)"|[~@]?([^\s,"]+)/g)].flatMap(
    ([, quoted, plain]) => quoted ?? plain ?? [],
  );
