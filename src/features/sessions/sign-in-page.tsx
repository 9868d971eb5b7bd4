import IconSteeringWheel from '@tabler/icons-react/icons/IconSteeringWheel';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { sessionWords } from '../../words/sessions.ts';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Sign-in; leads to the screen that was asked for. */
export function SignInPage() {
  const { way = 'password', return_to: returnTo = '/' } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  return (
    <main className={classes.screen}>
      <title>{sessionWords.signInTitle}</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <IconSteeringWheel aria-hidden size={24} />
          <h1>{sessionWords.signInTitle}</h1>
        </div>
        <SignInForm
          way={way}
          onWay={(next) => {
            void navigate({
              search: (old) => ({ ...old, way: next === 'token' ? next : undefined }),
              replace: true,
            });
          }}
          onDone={() => router.history.replace(returnTo)}
        />
      </div>
    </main>
  );
}
