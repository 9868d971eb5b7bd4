import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/test-app.ts';
import { version } from '../../version.ts';

onBothDatabases('the bootstrap', (app) => {
  it('tells anybody what is shown before one signs in, as it is set at that moment', async () => {
    const opening = async (token?: string) =>
      (await app().call('GET /bff/bootstrap', token === undefined ? {} : { token })).json;
    const fresh = await opening();
    expect(fresh).toEqual({
      appearance: {
        title: '',
        description: '',
        logo: null,
        header_logo: null,
        favicon: null,
        header_message: '',
        footer_message: '',
        message_background_color: '#E75E40',
        message_font_color: '#FFFFFF',
        pwa_name: '',
      },
      sign_in: { password: true, sign_up: expect.any(Boolean) },
      account_deletion: true,
      terms: { enforced: false, text: '' },
      after_sign_out_path: null,
      help: { text: '', support_url: null },
      version,
      preferred_language: 'en',
      deletion_adjourned_period: 7,
      ssh: { enabled: false, max_key_lifetime: null, fips: false },
      polling_interval_multiplier: 1,
    });
    const { token } = await app().user('chief', { admin: true });
    await app().call('PUT /application/appearance', { token, json: { title: 'Deck' } });
    const json = {
      signup_enabled: !fresh.sign_in.sign_up,
      allow_account_deletion: false,
      terms: 'Be **kind**',
      enforce_terms: true,
      polling_interval_multiplier: 2.5,
    };
    expect((await app().call('PUT /application/settings', { token, json })).status).toBe(200);
    const changed = {
      ...fresh,
      appearance: { ...fresh.appearance, title: 'Deck' },
      sign_in: { password: true, sign_up: !fresh.sign_in.sign_up },
      account_deletion: false,
      terms: { enforced: true, text: 'Be **kind**' },
      polling_interval_multiplier: 2.5,
    };
    expect(await opening()).toEqual(changed);
    expect(await opening('a wrong token')).toEqual(changed);
  });
});
