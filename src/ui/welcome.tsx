import { lazy, Suspense } from 'react';
import classes from './welcome.module.css';

// The parser comes with the first description: signing in waits for nothing.
const Description = lazy(() =>
  import('./markdown.tsx').then((module) => ({ default: module.Markdown })),
);

/** Whose instance this is, above the form by which one comes in. */
export function Welcome(props: {
  logo: string | null | undefined;
  title: string;
  description: string;
}) {
  const { logo, title, description } = props;
  if (!logo && title === '' && description === '') return null;
  return (
    <div className={classes.welcome}>
      {logo && <img src={logo} alt="" className={classes.logo} />}
      {title !== '' && <p className={classes.title}>{title}</p>}
      {description !== '' && (
        <Suspense>
          <Description text={description} />
        </Suspense>
      )}
    </div>
  );
}
