import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../api/client.ts';
import { SignInAgain } from '../features/sessions/sign-in-gate.tsx';
import { Frame } from '../features/shell/frame.tsx';

export const Route = createFileRoute('/_auth')({
  beforeLoad: async ({ context, location }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionQuery);
    if (user === null) {
      const asked = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/sign-in', search: { return_to: asked } });
    }
    return { user };
  },
  component: () => (
    <>
      <Frame />
      <SignInAgain />
    </>
  ),
});
