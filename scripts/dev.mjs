import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { createServer } = await import('vite');
const server = await createServer();
await server.listen();
server.printUrls();
