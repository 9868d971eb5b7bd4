import { createFileRoute, redirect } from '@tanstack/react-router';
import { owes, sessionQuery } from '../api/client.ts';
import { SignInAgain } from '../features/sessions/sign-in-gate.tsx';
import { Frame } from '../features/shell/frame.tsx';

export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    const { user } = session;
    if (user === null) {
      const asked = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/sign-in', search: { return_to: asked } });
    }
    if (owes(session)) throw redirect({ to: '/terms', search: { return_to: location.href } });
    return { user };
  },
  component: () => (
    <>
      <Frame />
      <SignInAgain />
    </>
  ),
});
