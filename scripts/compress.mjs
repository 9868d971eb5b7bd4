import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { root } from './install.mjs';

// The server sends these files as they are, so that no request pays for compression.
const assets = join(root, 'dist/web/assets');
for (const name of readdirSync(assets)) {
  if (!/\.(js|css|svg|json|txt|wasm)$/.test(name)) continue;
  const bytes = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
