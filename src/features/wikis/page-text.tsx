import { useCallback } from 'react';
import { Markdown, RelativeLinksOf } from '../../ui/markdown.tsx';
import { PlainText } from '../../ui/values.tsx';
import { wikiWords as words } from '../../words/wikis.ts';
import { fileFrom, isAttachment, slugFrom, type Which, type WikiPage } from './queries.ts';
import classes from './wikis.module.css';

/** The text of a page, laid out where it is Markdown; other pages are linked by their names. */
export function PageText(props: { which: Which; page: Pick<WikiPage, 'content' | 'format'> }) {
  const { which, page } = props;
  const { project, slug } = which;
  const addressOf = useCallback(
    (written: string, kind: 'link' | 'image') => {
      const file = fileFrom(slug, written);
      if (file !== undefined && (kind === 'image' || isAttachment(file))) {
        return `/-/project/${encodeURIComponent(project)}/wiki/${encodeURIComponent(file)}`;
      }
      const found = kind === 'image' ? undefined : slugFrom(slug, written);
      if (found === undefined) return written;
      const place = `/projects/${encodeURIComponent(project)}/wiki/pages`;
      return `${place}/${encodeURIComponent(found)}`;
    },
    [project, slug],
  );
  if (page.format !== 'markdown') {
    return (
      <>
        <p className={classes.quiet}>{words.asText}</p>
        <PlainText text={page.content} />
      </>
    );
  }
  return (
    <RelativeLinksOf value={addressOf}>
      <Markdown text={page.content} />
    </RelativeLinksOf>
  );
}
