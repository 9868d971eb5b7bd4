import type { StateCore, Token } from 'markdown-it';
import { referencesIn, type Tracker } from '#contract/integrations/references.ts';

/** What the rule below reads: the tracker of the text. An alias, as the parser takes records. */
export type ReferenceEnv = {
  tracker: Tracker | undefined;
};

/** References in texts become links; those in code and in other links stay as they are. */
export function linkReferences(state: StateCore): void {
  // Safe: the callers of the parser here pass nothing else.
  const { tracker } = state.env as Partial<ReferenceEnv>;
  if (tracker === undefined) return;
  for (const inline of state.tokens) {
    if (inline.type === 'inline' && inline.children !== null) {
      inline.children = linked(state, inline.children, tracker);
    }
  }
}

function linked({ Token }: StateCore, tokens: readonly Token[], tracker: Tracker): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') depth += 1;
    if (token.type === 'link_close') depth -= 1;
    if (token.type !== 'text' || depth > 0) return [token];
    return referencesIn(token.content, tracker).flatMap(({ text, href }) => {
      const words = new Token('text', '', 0);
      words.content = text;
      if (href === undefined) return [words];
      const open = new Token('link_open', 'a', 1);
      open.attrs = [['href', href]];
      return [open, words, new Token('link_close', 'a', -1)];
    });
  });
}
