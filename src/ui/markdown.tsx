import MarkdownIt, { type Token } from 'markdown-it';
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import classes from './markdown.module.css';
import { linkReferences, type ReferenceEnv } from './markdown-references.ts';
import { markTasks } from './markdown-tasks.ts';
import { useTracker } from './references.tsx';

const parser = new MarkdownIt({ html: false, linkify: true });
parser.core.ruler.after('inline', 'tasks', markTasks);
parser.core.ruler.after('linkify', 'references', linkReferences);

/** A line has no room for images and none for what takes several lines. */
const line = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** Elements that markdown may make; headings begin below the page's own. */
const tags: Readonly<Record<string, string>> = {
  p: 'p',
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  em: 'em',
  strong: 'strong',
  s: 's',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
};

const safeAddress = /^(?:https?:|mailto:|\/(?!\/)|#)/i;

const Uploads = createContext<number | undefined>(undefined);

/** Says to the texts within which project the files belong to that they call `/uploads/…`. */
export const UploadsOf = Uploads.Provider;

const uploadAddress = /^\/uploads\/[\da-f]{32}\//;

/** The address of what a text names: uploads lie below the project of the text. */
type AddressOf = (written: string, kind: 'link' | 'image') => string;

const Relatives = createContext<AddressOf>((written) => written);

/** Says to the texts within where links and images are that name neither a server nor a path from its top. */
export const RelativeLinksOf = Relatives.Provider;

function useAddressOf(): AddressOf {
  const project = useContext(Uploads);
  const relative = useContext(Relatives);
  return (written, kind) => {
    if (project !== undefined && uploadAddress.test(written)) {
      return `/-/project/${project}${written}`;
    }
    return safeAddress.test(written) ? written : relative(written, kind);
  };
}

/**
 * Markdown as elements. Nothing of the text ever becomes markup: it is parsed to tokens, and each
 * token to an element of the list above.
 */
export function Markdown({ text }: { text: string }) {
  const env: ReferenceEnv = { tracker: useTracker() };
  return <div className={classes.prose}>{render(parser.parse(text, env), useAddressOf())}</div>;
}

/** Emphasis, code and links of one line. */
export function InlineMarkdown({ text }: { text: string }) {
  const env: ReferenceEnv = { tracker: useTracker() };
  return <>{render(parser.parseInline(text, env), useAddressOf())}</>;
}

/** The same without images, whatever is in the text: one line of a message. */
export function OneLineMarkdown({ text }: { text: string }) {
  const tokens = line.parseInline(text.replace(/\s+/g, ' ').trim(), {});
  return <>{render(tokens, asWritten)}</>;
}

const asWritten: AddressOf = (written) => written;

function render(tokens: readonly Token[], addressOf: AddressOf): ReactNode[] {
  const root: ReactNode[] = [];
  const open: { token: Token; children: ReactNode[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    const parent = open.at(-1)?.children ?? root;
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed === undefined) continue;
      const outer = open.at(-1)?.children ?? root;
      const address = addressOf(String(closed.token.attrGet('href') ?? ''), 'link');
      outer.push(element(closed.token, { key: index, children: closed.children, address }));
    } else if (token.type === 'inline') {
      parent.push(<Fragment key={index}>{render(token.children ?? [], addressOf)}</Fragment>);
    } else if (token.type === 'image') {
      parent.push(image(token, addressOf(String(token.attrGet('src') ?? ''), 'image'), index));
    } else parent.push(leaf(token, index));
  }
  return root;
}

function element(
  token: Token,
  { key, children, address }: { key: number; children: ReactNode[]; address: string },
): ReactNode {
  if (token.hidden) return <Fragment key={key}>{children}</Fragment>;
  if (token.type === 'link_open') {
    if (!safeAddress.test(address)) return <Fragment key={key}>{children}</Fragment>;
    return (
      <a key={key} href={address} rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const tag = tags[token.tag];
  if (tag === undefined) return <Fragment key={key}>{children}</Fragment>;
  return createElement(tag, { key }, ...children);
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'fence':
    case 'code_block':
      return (
        // The keyboard scrolls what does not fit.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre key={key} tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    case 'code_inline':
      return <code key={key}>{token.content}</code>;
    case 'task':
      return (
        <input
          key={key}
          type="checkbox"
          className={classes.task}
          aria-label={token.content}
          checked={token.info === 'x'}
          disabled
        />
      );
    case 'hr':
      return <hr key={key} />;
    case 'hardbreak':
      return <br key={key} />;
    case 'softbreak':
      return '\n';
    default:
      return token.content;
  }
}

/** Images of this origin are shown; others stay links, as the page may not load them. */
function image(token: Token, source: string, key: number): ReactNode {
  if (/^\/(?!\/)/.test(source)) return <img key={key} src={source} alt={token.content} />;
  if (!safeAddress.test(source)) return token.content;
  return (
    <a key={key} href={source} rel="noopener noreferrer">
      {token.content || source}
    </a>
  );
}
