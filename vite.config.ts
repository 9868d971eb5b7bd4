import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import devServer from '@hono/vite-dev-server';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption, type UserConfig } from 'vite';

/** Paths that the server answers in development; Vite serves everything else. */
const notTheServer = /^(?!\/(api|bff|-|uploads|\.well-known)(\/|\?|$)|[^?]*(\.git|\/-)\/).*/;

/** Packages with native code stay outside of the bundle. */
const native = ['better-sqlite3', '@node-rs/argon2', 'sharp', 'ssh2'];

const railFile = new URL('src/features/shell/second-rail.tsx', import.meta.url);
const railSigns = [...readFileSync(railFile, 'utf8').matchAll(/\/icons\/(Icon\w+)'/g)].map(
  ([, name]) => name,
);

const web: UserConfig = {
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      addExtensions: true,
      disableLogging: true,
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']],
      },
    }),
    react(),
    devServer({
      entry: 'bff/dev.ts',
      injectClientScript: false,
      exclude: [notTheServer],
    }) as PluginOption,
  ],
  // The server replaces it in each answer; assets stay immutable.
  html: { cspNonce: 'QD_NONCE' },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Lists of what each screen imports would be a tenth of the entry; a chunk names its imports itself.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Its own chunk runs first; inside of the entry it would run after every shared chunk.
            { name: 'csp', test: /\/src\/csp\.ts$/ },
            // What all signs stand on is no part of the next: a screen without rails has it too.
            {
              name: 'react',
              test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/(?:createReactComponent|defaultAttributes)\.mjs$/,
            },
            // The signs of the rails come together: one by one they cost twice as much to load.
            { name: 'signs', test: new RegExp(`/icons/(?:${railSigns.join('|')})\\.mjs$`) },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.QD_PORT ?? 3000),
    strictPort: true,
  },
};

/** The commit that is built; sources without a history have none. */
function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'source';
  }
}

const server: UserConfig = {
  define: { QD_REVISION: JSON.stringify(revision()) },
  publicDir: false,
  ssr: { target: 'node', noExternal: true, external: native },
  build: {
    target: 'node20',
    sourcemap: true,
    copyPublicDir: false,
    rolldownOptions: {
      // CI files, CSV files and lock files are read in threads, each a program of its own.
      input: {
        main: 'bff/main.ts',
        'ci-thread': 'bff/ci/thread.ts',
        'sheet-thread': 'bff/modules/placeholder-reassignments/sheet-thread.ts',
        'dependencies-thread': 'bff/dependencies/thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : web));
