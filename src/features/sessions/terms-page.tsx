import { Button, Group } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { sessions } from '#contract/sessions.ts';
import { terms } from '#contract/terms.ts';
import { sessionQuery, useCommand } from '../../api/client.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { signUpWords } from '../../words/sign-up.ts';
import { Card } from './screen-card.tsx';
import { SecondFactor } from './second-factor.tsx';

const route = getRouteApi('/terms');

/** What has to be done before anything else: accepting the terms, setting a second factor up. */
export function TermsPage() {
  const { return_to: returnTo = '/' } = route.useSearch();
  const { demands } = useSuspenseQuery(sessionQuery).data;
  const router = useRouter();
  const client = useQueryClient();
  const goOn = () => router.history.replace(returnTo);
  if (demands?.terms) return <Terms terms={demands.terms} onDone={goOn} />;
  const words = signUpWords.secondFactor;
  return (
    <Card title={words.title}>
      <p>{words.demand}</p>
      <SecondFactor
        // What is asked for now decides whether one may go on.
        onDone={() => void client.invalidateQueries(sessionQuery).then(goOn)}
      />
      <SignOut />
    </Card>
  );
}

function Terms(props: { terms: { text: string; version: string }; onDone: () => void }) {
  const words = signUpWords.terms;
  const accept = useCommand(terms.accept, { invalidates: [sessions.current], showsError: true });
  return (
    <Card title={words.title}>
      <p>{words.about}</p>
      <Markdown text={props.terms.text} />
      {accept.error !== null && <AlertBox error={accept.error} />}
      <Group>
        <Button
          loading={accept.isPending}
          onClick={() =>
            accept.mutate({ version: props.terms.version }, { onSuccess: () => props.onDone() })
          }
        >
          {words.accept}
        </Button>
        <SignOut />
      </Group>
    </Card>
  );
}

function SignOut() {
  const signOut = useCommand(sessions.remove, {});
  return (
    <Button
      variant="default"
      loading={signOut.isPending}
      onClick={() => signOut.mutate({}, { onSuccess: () => window.location.assign('/sign-in') })}
    >
      {signUpWords.terms.decline}
    </Button>
  );
}
