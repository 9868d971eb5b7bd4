import { expect, it } from 'vitest';
import { integrationPlace } from '../../testing/integration-place.ts';
import { onBothDatabases } from '../../testing/test-app.ts';
import {
  effectiveIntegration,
  effectiveIntegrationsOf,
  effectiveOfGroup,
} from './effective-rules.ts';

const webhook = (name: string) => ({ webhook: `https://chat.example.test/hooks/${name}` });

onBothDatabases('what integrations work in a project', (app) => {
  it('is its own, else the nearest group’s, secrets readable; switched off below is off', async () => {
    const { top, group, project, call } = await integrationPlace(app(), 'effective');
    const above = `PUT /groups/${top.id}/integrations`;
    await call(`${above}/slack`, { json: { ...webhook('top'), push_events: false } });
    await call(`${above}/telegram`, { json: {} });
    const seen = async () =>
      (await effectiveIntegrationsOf(app().ctx, project)).map((one) => [
        one.slug,
        one.source.level,
        one.settings.webhook,
        one.events.push_events,
        one.inherited,
      ]);
    const fromTop = ['slack', 'group', 'https://chat.example.test/hooks/top', false, true];
    expect(await seen()).toEqual([fromTop]);
    const ofGroup = await effectiveOfGroup(app().ctx, group, 'slack');
    expect([ofGroup?.source.id, ofGroup?.inherited]).toEqual([top.id, true]);

    await call(`PUT /groups/${group.id}/integrations/slack`, { json: webhook('below') });
    const fromBelow = ['slack', 'group', 'https://chat.example.test/hooks/below', true, true];
    expect(await seen()).toEqual([fromBelow]);
    await call(`PUT /projects/${project.id}/integrations/slack`, { json: webhook('own') });
    expect(await seen()).toEqual([
      ['slack', 'project', 'https://chat.example.test/hooks/own', true, false],
    ]);
    await call(`DELETE /projects/${project.id}/services/slack`);
    expect(await seen()).toEqual([]);
    await call(`PUT /projects/${project.id}/services/slack`, {
      json: { ...webhook('ignored'), use_inherited_settings: true },
    });
    expect(await seen()).toEqual([fromBelow]);
    expect(await effectiveIntegration(app().ctx, project, 'pumble')).toBeUndefined();
  });
});
