import IconSteeringWheel from '@tabler/icons-react/icons/IconSteeringWheel';
import type { ReactNode } from 'react';
import { useAppearance } from '../../api/appearance.ts';
import { Welcome } from '../../ui/welcome.tsx';
import classes from './sign-in.module.css';

/** The one card of a screen outside of the frame. */
export function Card(props: {
  title: string;
  /** It says whose instance this is. */
  isEntrance?: boolean;
  children: ReactNode;
}) {
  const { title, isEntrance = false, children } = props;
  const appearance = useAppearance();
  return (
    <main className={classes.screen}>
      <title>{title}</title>
      {isEntrance && appearance !== undefined && (
        <Welcome
          logo={appearance.logo}
          title={appearance.title}
          description={appearance.description}
        />
      )}
      <div className={classes.card}>
        <div className={classes.brand}>
          <IconSteeringWheel aria-hidden size={24} />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
