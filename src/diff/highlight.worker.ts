import { createHighlighterCore, type ThemeRegistrationRaw } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { HighlightAnswer, HighlightRequest, TokenKind, Tokens } from './highlight.ts';
import { type Grammar, grammarOf, grammars } from './languages.ts';

// Colours of code, found off the main thread. A theme of four marks stands for the colours: the
// page's own theme holds those.

const marks: Readonly<Record<string, TokenKind>> = {
  '#000001': 'keyword',
  '#000002': 'string',
  '#000003': 'literal',
  '#000004': 'comment',
};

const marker: ThemeRegistrationRaw = {
  name: 'marks',
  type: 'light',
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    {
      scope: ['keyword', 'storage', 'entity.name.tag', 'markup.heading'],
      settings: { foreground: '#000001' },
    },
    {
      scope: ['keyword.operator', 'storage.type.function.arrow'],
      settings: { foreground: '#000000' },
    },
    { scope: ['string', 'markup.inline.raw'], settings: { foreground: '#000002' } },
    { scope: ['constant', 'support.constant'], settings: { foreground: '#000003' } },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: '#000004' } },
  ],
};

const highlighter = createHighlighterCore({
  themes: [marker],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});
const loaded = new Map<Grammar, Promise<void>>();

async function tokensOf(grammar: Grammar, lines: readonly string[]): Promise<Tokens[]> {
  const shiki = await highlighter;
  const load = loaded.get(grammar) ?? shiki.loadLanguage(grammars[grammar]);
  loaded.set(grammar, load);
  await load;
  return shiki
    .codeToTokensBase(lines.join('\n'), {
      lang: grammar,
      theme: 'marks',
      tokenizeMaxLineLength: 2000,
      // Within the usual half a second a busy machine does not even build the expressions: the rest
      // of the line would take the colour of its last word.
      tokenizeTimeLimit: 5000,
    })
    .map((line) =>
      line.map(
        ({ content, color }) => [content.length, marks[(color ?? '').toLowerCase()]] as const,
      ),
    );
}

async function answer({ id, path, sides }: HighlightRequest): Promise<void> {
  const grammar = grammarOf(path);
  if (grammar === undefined) return;
  const found = await Promise.all(sides.map((lines) => tokensOf(grammar, lines)));
  const message: HighlightAnswer = { id, sides: found };
  self.postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<HighlightRequest>) => {
  void answer(data);
};
