import { choice, count, line, numberChoice, obeyed, prose, toggle, unused } from './rows.ts';

export const termsSettings = obeyed('terms', [
  toggle('enforce_terms', false, 'Everyone must accept the terms', { needs: ['terms'] }),
  prose('terms', null, 'Markdown text of the terms; stored as versioned rows'),
]);

export const visitorSettings = [
  ...obeyed('bootstrap', [
    prose('help_page_text', null, 'Markdown on the help page'),
    line('help_page_support_url', null, 'Own support URL'),
  ]),
  ...obeyed('merge-requests', [
    toggle('time_tracking_limit_to_hours', false, 'Show tracked time in hours only'),
  ]),
] as const;

export const helpPageSettings = [
  ...unused('The console speaks English alone', [
    line(
      'default_preferred_language',
      'en',
      'Interface language for visitors who are not signed in; must be an available locale',
    ),
  ]),
  ...unused(
    'Dates are picked in the calendar of the browser, which begins weeks as its language does',
    [
      numberChoice(
        'first_day_of_week',
        0,
        'First weekday in calendars: 0 Sunday, 1 Monday, 6 Saturday',
        { options: [0, 1, 6] },
      ),
    ],
  ),
  ...unused('The console has neither marketing nor news, and colours of its own for code', [
    count(
      'default_syntax_highlighting_theme',
      1,
      'Code colour theme for new or signed-out people; must be an id of an available theme',
      { min: 1 },
    ),
    line(
      'help_page_documentation_base_url',
      '',
      'Base URL for documentation links; at most 255 characters (max is a length)',
      { max: 255 },
    ),
    toggle('help_page_hide_commercial_content', false, 'Hide marketing entries'),
    toggle('hide_third_party_offers', false, 'Hide offers from other companies'),
    choice('whats_new_variant', 'all_tiers', 'Which news feed is shown', {
      options: ['all_tiers', 'current_tier', 'disabled'],
    }),
  ]),
];
