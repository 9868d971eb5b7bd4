import { expect, it } from 'vitest';
import { appearanceFields, appearanceImages } from '#contract/application-appearance.ts';
import sharp from 'sharp';
import { appearanceStage, picture, png } from '../../testing/appearance-stage.ts';
import { DomainError } from '../../errors.ts';
import { refuseReservedPath } from '../namespaces/paths.ts';
import { onBothDatabases } from '../../testing/test-app.ts';

const path = '/application/appearance';

onBothDatabases('application appearance', (app) => {
  const { administrator, fetched, files } = appearanceStage(app);

  it('is the administrators’: 401, 403, and only then what is wrong with the change', async () => {
    const { token } = await app().user('deckhand');
    // Whoever owns a project is no administrator.
    await app().call('POST /projects', { token, json: { name: 'deck' } });
    for (const request of [`GET ${path}`, `PUT ${path}`, 'DELETE /bff/appearance/logo']) {
      const json = { logo: 'text', message_font_color: 'red' };
      expect([request, (await app().call(request, { json })).status]).toEqual([request, 401]);
      expect([request, (await app().call(request, { token, json })).status]).toEqual([
        request,
        403,
      ]);
    }
  });

  it('begins empty with two colours, and a change of nothing changes nothing', async () => {
    const { token, show, put } = await administrator();
    const fresh = await show();
    const texts = appearanceFields.filter(({ type }) => type !== 'image' && type !== 'boolean');
    expect(fresh).toEqual({
      ...Object.fromEntries(texts.map(({ key }) => [key, ''])),
      ...Object.fromEntries(appearanceImages.map((key) => [key, null])),
      message_background_color: '#E75E40',
      message_font_color: '#FFFFFF',
      email_header_and_footer_enabled: false,
    });
    expect(await app().call(`PUT ${path}`, { token })).toMatchObject({ status: 200, json: fresh });
    expect(await put({})).toMatchObject({ status: 200, json: fresh });
    expect(await show()).toEqual(fresh);
  });

  it('takes forms, JSON and multipart, and returns each text as it was sent', async () => {
    const { token, put, send, show } = await administrator();
    const json = {
      title: 'Ünï <b>deck</b>',
      description: '**Welcome**\n\naboard',
      pwa_name: 'Deck',
      pwa_short_name: 'D',
      pwa_description: 'All hands',
      member_guidelines: 'Ask *first*',
      new_project_guidelines: 'One a day',
      profile_image_guidelines: 'Smile',
      header_message: 'Fog **ahead**',
      footer_message: '[Tides](https://tides.example.test)',
      message_background_color: '#abc',
      message_font_color: '#00FF00',
      email_header_and_footer_enabled: true,
    };
    expect((await put(json)).json).toMatchObject(json);
    expect(await show()).toMatchObject(json);
    const form = await app().call(`PUT ${path}`, {
      token,
      body: new URLSearchParams({ title: 'Form', email_header_and_footer_enabled: 'false' }),
    });
    expect(form.json).toMatchObject({
      ...json,
      title: 'Form',
      email_header_and_footer_enabled: false,
    });
    const parts = await send(['title', 'Parts'], ['message_font_color', '']);
    expect(parts.json).toMatchObject({ title: 'Parts', message_font_color: '' });
    const cleared = await put({ title: '', header_message: null, description: null });
    expect(cleared.json).toMatchObject({ title: '', header_message: '', description: '' });
    await put(Object.fromEntries(Object.keys(json).map((key) => [key, null])));
    expect((await show()).footer_message).toBe('');
  });

  it('texts that are too long and what is no colour are refused by name and change nothing', async () => {
    const { put, show } = await administrator();
    const before = await show();
    for (const [field, most] of [
      ['pwa_name', 255],
      ['pwa_short_name', 255],
      ['pwa_description', 2048],
      ['profile_image_guidelines', 4096],
    ] as const) {
      expect((await put({ title: 'no', [field]: 'ü'.repeat(most + 1) })).json).toEqual({
        message: { [field]: [`is too long (maximum is ${most} characters)`] },
      });
      expect((await put({ [field]: 'ü'.repeat(most) })).status).toBe(200);
      await put({ [field]: '' });
    }
    for (const colour of ['red', '#12', '#12345g', '#1234567', 'url(x)', '#'.padEnd(50_000, '0')]) {
      const answer = await put({ title: 'no', message_background_color: colour });
      expect([answer.status, answer.json]).toEqual([
        400,
        { message: { message_background_color: ['must be a valid color code'] } },
      ]);
    }
    expect(await show()).toEqual(before);
  });

  it('C57: its images are files: text in their place is refused, never silently kept', async () => {
    const { token, put, send, show } = await administrator();
    const before = await show();
    const query = await app().call(`PUT ${path}?header_logo=/srv/logo.png`, { token });
    expect([query.status, query.json]).toEqual([400, { error: 'header_logo is invalid' }]);
    for (const answer of [
      await put({ logo: './logo.png' }),
      await put({ logo: `data:image/png;base64,${png.toString('base64')}` }),
      await send(['logo', 'ok.png']),
    ]) {
      expect([answer.status, answer.json]).toEqual([400, { error: 'logo is invalid' }]);
    }
    expect(await show()).toEqual(before);
    expect(files()).toEqual([]);
    const one = await send(['logo', png, 'ok.png']);
    expect(one.json.logo).toBe('/uploads/-/system/appearance/logo/1/ok.png');
    const two = await send(['logo', png, 'ok.png'], ['title', 'Ünï']);
    expect(two.json).toMatchObject({ title: 'Ünï', logo: one.json.logo });
    expect(await show()).toEqual(two.json);
    const last = await picture(8).png().toBuffer();
    await send(['logo', png, 'first.png'], ['logo', last, 'last.png']);
    expect((await fetched((await show()).logo)).bytes).toEqual(last);
    await put({ title: '', logo: '' });
    expect((await show()).logo).toBeNull();
    await app().drain();
    expect(files()).toEqual([]);
  });

  it('the misspelt path answers alike', async () => {
    const { token, show } = await administrator();
    const misspelt = '/application/appearence';
    const changed = await app().call(`PUT ${misspelt}`, { token, json: { title: 'Alike' } });
    expect([changed.status, changed.json.title]).toEqual([200, 'Alike']);
    expect((await app().call(`GET ${misspelt}`, { token })).json).toEqual(await show());
    expect((await app().call(`GET ${misspelt}`)).status).toBe(401);
    expect((await app().call(`POST ${misspelt}`, { token })).status).toBe(405);
  });

  it('visitors see what pages show, and only who is signed in sees the guidelines', async () => {
    const { put, send } = await administrator();
    await put({ title: 'Deck', header_message: 'Fog', member_guidelines: 'secret ways' });
    await send(['favicon', png, 'f.png']);
    const opening = await app().call('GET /bff/bootstrap');
    expect(opening.json.appearance).toMatchObject({
      title: 'Deck',
      header_message: 'Fog',
      favicon: expect.stringContaining('/favicon/1/f.png?v='),
    });
    expect(opening.text).not.toContain('secret ways');
    expect((await app().call('GET /bff/guidelines')).status).toBe(401);
    const { token } = await app().user('guidelines-reader');
    expect((await app().call('GET /bff/guidelines', { token })).json.member_guidelines).toBe(
      'secret ways',
    );
  });

  it('the manifest carries the app’s names and its icon at two sizes, also for masks', async () => {
    const { put, send } = await administrator();
    const plain = (await app().call('GET /-/manifest.json')).json;
    expect(plain).toMatchObject({ start_url: '/', display: 'standalone' });
    for (const { src, sizes } of plain.icons) {
      const { width, height } = await sharp(`public${src}`).metadata();
      expect([src, `${width}x${height}`]).toEqual([src, sizes]);
      expect(() => refuseReservedPath(src.slice(1))).toThrow(DomainError);
    }
    await put({ pwa_name: 'Deck', pwa_short_name: 'D', pwa_description: 'All hands' });
    await send(['pwa_icon', await picture(40, 20).png().toBuffer(), 'app.png']);
    const { headers, json } = await app().call('GET /-/manifest.json');
    expect(headers.get('content-type')).toBe('application/manifest+json');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(json).toMatchObject({ name: 'Deck', short_name: 'D', description: 'All hands' });
    const opaque = { any: [0, 255], maskable: [255, 255] } as const;
    const shapes: string[] = [];
    for (const { src, sizes, type, purpose } of json.icons) {
      shapes.push(`${sizes} ${purpose}`);
      const { response, bytes } = await fetched(src);
      expect([type, response.headers.get('content-type')]).toEqual(['image/png', 'image/png']);
      expect(response.headers.get('cache-control')).toContain('immutable');
      const { data, info } = await sharp(bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(`${info.width}x${info.height}`).toBe(sizes);
      const alpha = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
      const middle = info.width / 2;
      const isMaskable = purpose === 'maskable';
      expect([alpha(0, 0), alpha(middle, middle)]).toEqual(opaque[isMaskable ? 'maskable' : 'any']);
      // To the edge, or within the circle that masks leave.
      const firstBlue = Array.from({ length: middle }, (_, x) => x).find(
        (x) => data[(middle * info.width + x) * 4] === 0x4f,
      );
      expect(firstBlue).toBe(
        isMaskable ? Math.floor((512 - Math.floor(512 * 0.8 * Math.SQRT1_2)) / 2) : 0,
      );
    }
    expect(shapes).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  });

  it('a preview of markdown tells how it shows, and stores nothing', async () => {
    const { token } = await app().user('previewer');
    const preview = (json: object) => app().call('POST /bff/previews/markdown', { token, json });
    expect((await preview({ text: '# A <b>' })).json).toEqual({
      html: '<h1>A &lt;b&gt;</h1>\n',
      findings: ['html'],
    });
    expect((await preview({ text: '**a**\n![b](/c.png)', line: true })).json).toEqual({
      html: '<strong>a</strong> !<a href="/c.png">b</a>',
      findings: ['image', 'block'],
    });
    const anonymous = await app().call('POST /bff/previews/markdown', { json: { text: 'a' } });
    expect(anonymous.status).toBe(401);
  });
});
