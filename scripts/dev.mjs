import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { createServer } = await import('vite');
try {
  const server = await createServer();
  await server.listen();
  server.printUrls();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
