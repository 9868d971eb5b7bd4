import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import {
  appearanceStage,
  bitmapOf,
  bomb,
  iconOf,
  picture,
  png,
} from '../../testing/appearance-stage.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import { sweepImages } from './files.ts';

onBothDatabases('images of the appearance', (app) => {
  const { administrator, fetched, files, folder } = appearanceStage(app);

  it('serves an image to anybody as it was sent, and browsers keep it by its hash', async () => {
    const { send } = await administrator();
    const jpeg = await picture(40, 20).jpeg().toBuffer();
    const sent = await send(['header_logo', jpeg, 'mark.JPG'], ['pwa_icon', png, 'app.png']);
    const { response, bytes } = await fetched(sent.json.header_logo);
    expect(bytes).toEqual(jpeg);
    const header = (name: string) => response.headers.get(name);
    expect(response.status).toBe(200);
    expect(header('content-type')).toBe('image/jpeg');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(header('content-disposition')).toBe('inline');
    expect(header('cache-control')).toBe('public, no-cache');
    const again = await fetched(sent.json.header_logo, { 'If-None-Match': header('etag') ?? '' });
    expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
    const { appearance } = (await app().call('GET /bff/bootstrap')).json;
    expect(appearance.header_logo).toMatch(/^\/uploads\/.*mark\.JPG\?v=[0-9a-f]{12}$/);
    const kept = await fetched(appearance.header_logo);
    expect(kept.response.headers.get('cache-control')).toContain('immutable');
    const wrong = await fetched(`${sent.json.header_logo}?v=000000000000`);
    expect(wrong.response.headers.get('cache-control')).toBe('public, no-cache');
    const scaled = await fetched(`${sent.json.pwa_icon}?width=192`);
    const meta = await sharp(scaled.bytes).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['png', 192, 192]);
    expect((await fetched(`${sent.json.pwa_icon}?width=192`)).bytes).toEqual(scaled.bytes);
    expect((await fetched(`${sent.json.pwa_icon}?width=5000`)).response.status).toBe(400);
  });

  it('no name leads out of the folder, neither in nor out (CVE-2023-2825, foss#49133: uploads were read by their path)', async () => {
    const { send, show } = await administrator();
    for (const [given, shown] of [
      ['../../etc/x.png', /^x\.png$/],
      ['..\\..\\boot.png', /^boot\.png$/],
      ['a b"c;é.png', /^[\p{L}\p{N}._-]+\.png$/u],
      [`${'a'.repeat(300)}.png`, /^a{200}\.png$/],
      ['blob', /^blob\.png$/],
    ] as const) {
      const { status, json } = await send(['logo', png, given]);
      expect([given, status]).toEqual([given, 200]);
      const name = decodeURIComponent(json.logo.split('/').at(-1));
      expect(name).toMatch(shown);
      const { response, bytes } = await fetched(json.logo);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(bytes).toEqual(png);
    }
    await app().drain();
    expect(files().every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true);
    const { logo } = await show();
    for (const address of [
      logo.replace('/1/', '/2/'),
      logo.replace('/logo/', '/title/'),
      logo.replace(/[^/]+$/, 'other.png'),
      '/uploads/-/system/appearance/logo/1/..%2f..%2f..%2fsecret.key',
      '/uploads/-/system/appearance/logo/1/%2e%2e%2fx',
      '/uploads/-/system/appearance/..%2flogo/1/blob.png',
    ]) {
      expect([address, (await fetched(address)).response.status]).toEqual([address, 404]);
    }
  });

  it('SVG, HTML named .png, bombs and broken files are refused and leave nothing on the disk (gl#200094, gl#219010, GHSA-4893: a logo ran as script)', async () => {
    const { send, show } = await administrator();
    await send(['logo', png, 'kept.png'], ['favicon', iconOf([64, png]), 'kept.ico']);
    await app().drain();
    const [before, kept] = [files(), await show()];
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    const jpeg = await picture(64).jpeg().toBuffer();
    const webp = await picture(64).webp().toBuffer();
    const large = await picture(700).png({ compressionLevel: 0 }).toBuffer();
    expect(large.length).toBeGreaterThan(1024 * 1024);
    const exploding = bomb();
    const hostile: [name: string, content: Buffer | string, favicon?: boolean][] = [
      ['logo.svg', svg],
      ['logo.png', svg],
      ['page.png', '<!doctype html><script>alert(1)</script>'],
      ['page.gif', 'GIF89a<script>alert(1)</script>'],
      ['empty.png', ''],
      ['half.png', png.subarray(0, png.length - 30)],
      ['half.jpg', jpeg.subarray(0, jpeg.length / 2)],
      ['half.webp', webp.subarray(0, 40)],
      ['head.png', png.subarray(0, 8)],
      ['bomb.png', exploding],
      ['large.png', large],
      ['logo.html', png],
      ['logo.jpg', png],
      ['logo.tiff', await picture(4).tiff().toBuffer()],
      ['icon.ico', iconOf([64, png])],
      ['mark.jpg', jpeg, true],
      ['icon.ico', png, true],
      ['icon.png', iconOf([64, png]), true],
      ['icon.ico', iconOf([64, Buffer.from(svg)]), true],
      ['icon.ico', iconOf([32, bitmapOf(32).subarray(0, 200)]), true],
      ['icon.ico', iconOf([32, bitmapOf(16)]), true],
      ['icon.ico', iconOf([64, png.subarray(0, 40)]), true],
      ['bomb.ico', iconOf([64, exploding]), true],
      ['icon.ico', iconOf([64, png]).subarray(0, 90), true],
      ['icon.ico', iconOf(), true],
    ];
    for (const [name, content, isFavicon = false] of hostile) {
      const field = isFavicon ? 'favicon' : 'logo';
      const answer = await send(
        [field, content, name],
        ['title', 'no'],
        ['pwa_icon', png, 'a.png'],
      );
      expect([name, answer.status]).toEqual([name, 400]);
      expect(Object.keys(answer.json.message)).toEqual([field]);
      expect(files()).toEqual(before);
    }
    expect(await show()).toEqual(kept);
    const sound = iconOf([64, png], [32, bitmapOf(32)]);
    expect((await send(['favicon', sound, 'two.ico'])).status).toBe(200);
    const served = await fetched((await show()).favicon);
    expect(served.response.headers.get('content-type')).toBe('image/vnd.microsoft.icon');
    expect(served.bytes).toEqual(sound);
  });

  it('an image is taken away by its field, by null or by another one, and its file goes', async () => {
    const { token, put, send, show } = await administrator();
    await send(['logo', png, 'a.png'], ['header_logo', png, 'b.png'], ['pwa_icon', png, 'c.png']);
    await app().drain();
    const all = files().length;
    const remove = (field: string) => app().call(`DELETE /bff/appearance/${field}`, { token });
    expect((await remove('logo')).status).toBe(204);
    expect((await remove('logo')).json).toEqual({ message: '404 Image Not Found' });
    expect((await remove('title')).status).toBe(400);
    expect((await put({ header_logo: null })).json).toMatchObject({
      logo: null,
      header_logo: null,
    });
    const other = await picture(9).png().toBuffer();
    await send(['pwa_icon', other, 'c.png']);
    await app().drain();
    expect(files()).toHaveLength(all - 2);
    expect((await fetched((await show()).pwa_icon)).bytes).toEqual(other);
    // Nothing in the place of a picture, in parts as in a form.
    expect((await send(['pwa_icon', ''])).json).toMatchObject({ pwa_icon: null });
    await send(['pwa_icon', other, 'c.png']);
    const body = new URLSearchParams({ pwa_icon: '' });
    const form = await app().call('PUT /application/appearance', { token, body });
    expect([form.status, form.json.pwa_icon]).toEqual([200, null]);
    await app().drain();
    expect(files()).toHaveLength(all - 3);
  });

  it('GIF and WebP are kept and served byte for byte', async () => {
    const { send } = await administrator();
    for (const [type, content] of [
      ['gif', await picture(20).gif().toBuffer()],
      ['webp', await picture(20).webp().toBuffer()],
    ] as const) {
      const sent = await send(['logo', content, `mark.${type}`]);
      expect([type, sent.status]).toEqual([type, 200]);
      const { response, bytes } = await fetched(sent.json.logo);
      expect(response.headers.get('content-type')).toBe(`image/${type}`);
      expect(bytes).toEqual(content);
    }
  });

  it('what a part says of its type counts for nothing (gl#219010)', async () => {
    const { token, show } = await administrator();
    const before = await show();
    const sendAs = (type: string, content: Buffer | string) => {
      const body = new FormData();
      body.append('logo', new Blob([new Uint8Array(Buffer.from(content))], { type }), 'l.png');
      return app().call('PUT /application/appearance', { token, body });
    };
    const refused = await sendAs('image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([400, ['logo']]);
    expect(await show()).toEqual(before);
    const { status, json } = await sendAs('text/html', png);
    expect(status).toBe(200);
    const { response, bytes } = await fetched(json.logo);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(bytes).toEqual(png);
  });

  it('a file whose row a crash kept from being written is swept, others are not', async () => {
    const { send } = await administrator();
    await send(['logo', png, 'kept.png']);
    await app().drain();
    const before = files();
    mkdirSync(folder(), { recursive: true });
    const orphan = join(folder(), 'ab'.repeat(16));
    writeFileSync(orphan, 'left');
    const instant = statSync(orphan).ctimeMs;
    expect(await sweepImages(app().ctx, instant - 1)).toEqual([]);
    expect(await sweepImages(app().ctx, instant + 60_000)).toEqual([orphan]);
    expect(files()).toEqual(before);
    expect(before.map((name) => readFileSync(join(folder(), name)).length)).toContain(png.length);
  });
});
