import classes from './guidelines.module.css';
import { Markdown } from './markdown.tsx';

/** What the instance asks of people, before they do it. */
export function Guidelines({ title, text }: { title: string; text: string }) {
  if (text.trim() === '') return null;
  return (
    <section aria-label={title} className={classes.guidelines}>
      <Markdown text={text} />
    </section>
  );
}
