import { defineEndpoint } from './endpoint.ts';
import { bodyOf, recordOf } from './field.ts';
import { settingFields } from './settings/all.ts';

const record = recordOf(settingFields).meta({ id: 'ApplicationSettings' });
const body = bodyOf(settingFields);

export const applicationSettings = {
  show: defineEndpoint({
    id: 'applicationSettings.show',
    method: 'GET',
    path: '/application/settings',
    summary: 'Settings of the instance',
    access: { who: 'admin' },
    order: 'subject-first',
    response: record,
    status: [200],
  }),
  update: defineEndpoint({
    id: 'applicationSettings.update',
    method: 'PUT',
    path: '/application/settings',
    summary: 'Change settings of the instance; what is absent keeps its value',
    access: { who: 'admin' },
    order: 'subject-first',
    body,
    atLeastOne: Object.keys(body.shape),
    response: record,
    status: [200],
  }),
} as const;
