import { actorNameOf, chatTextOf, linesOf } from '../chat-text.ts';
import { type Delivery, json, setting } from './kind.ts';

const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, ...more });

/** An adaptive card. */
export const microsoftTeams: Delivery = {
  slugs: ['microsoft-teams'],
  send: ({ news, settings, publicUrl, call }) => {
    const { summary, attachments } = chatTextOf(news.payload, 'markdown');
    const [first] = attachments;
    const texts = linesOf(attachments);
    const { project } = news.payload;
    const image = {
      type: 'Image',
      url: `${publicUrl}/favicon.svg`,
      size: 'Small',
      style: 'Person',
    };
    const body = [
      block(project.path_with_namespace, { weight: 'Bolder' }),
      {
        type: 'ColumnSet',
        columns: [
          { type: 'Column', width: 'auto', items: [image] },
          {
            type: 'Column',
            width: 'stretch',
            items: [
              block(summary, { wrap: true }),
              block(actorNameOf(news.payload), { isSubtle: true }),
              block(first?.title ?? '', { wrap: true }),
            ],
          },
        ],
      },
      ...(texts.length === 0 ? [] : [block(texts.join('\n\n').slice(0, 8000), { wrap: true })]),
    ];
    const content = {
      type: 'AdaptiveCard',
      msteams: { width: 'Full' },
      version: '1.0',
      body,
    };
    return call(
      json(setting(settings, 'webhook'), {
        type: 'message',
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
      }),
    );
  },
};
