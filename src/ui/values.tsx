import classes from './values.module.css';

/** A hash as indented JSON; `none` where there is nothing. */
export function Values(props: { values: Readonly<Record<string, unknown>> | null; none: string }) {
  const { values, none } = props;
  if (values === null || Object.keys(values).length === 0) return none;
  return <pre className={classes.values}>{JSON.stringify(values, null, 2)}</pre>;
}

/** Text with its own line breaks, as it was written. */
export function PlainText({ text }: { text: string }) {
  return <pre className={classes.values}>{text}</pre>;
}
