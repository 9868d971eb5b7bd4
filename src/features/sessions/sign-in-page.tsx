import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { openingQuery } from '../../api/client.ts';
import { TextLink } from '../../lib/links.tsx';
import { sessionWords } from '../../words/sessions.ts';
import { Card } from './screen-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Sign-in; leads to the screen that was asked for. */
export function SignInPage() {
  const { way = 'password', return_to: returnTo = '/' } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  // Signing in waits for nothing; the way to an account comes when it is known.
  const { data: opening } = useQuery(openingQuery);
  return (
    <Card title={sessionWords.signInTitle} isEntrance>
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
      {opening?.sign_in.sign_up === true && (
        <p className={classes.below}>
          {sessionWords.noAccount}{' '}
          <TextLink to="/sign-up" underline="always">
            {sessionWords.register}
          </TextLink>
        </p>
      )}
    </Card>
  );
}
