// First: the policies that everything after it obeys.
import { nonce } from './csp.ts';
import './ui/base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { ApiError } from './api/error.ts';
import { createConsoleRouter } from './router.tsx';
import { cssVariables, schemeKey, theme } from './theme.ts';

const schemes = localStorageColorSchemeManager({ key: schemeKey });

/** The scheme is on the page before the first paint, without a script in the page. */
function applyScheme(): void {
  const chosen = schemes.get('auto');
  const isDark =
    chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
}

applyScheme();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root, {
  // What the server refused has its own screen; anything else is a mistake of ours.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) reportError(error);
  },
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createConsoleRouter()} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
