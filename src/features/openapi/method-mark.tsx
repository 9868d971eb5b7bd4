import classes from './openapi.module.css';

/** The method of an operation; reads, writes and deletions look apart. */
export function MethodMark({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}
