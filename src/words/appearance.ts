import { formatNumber } from '../lib/format.ts';

/** Words of the appearance editor. */
export const appearanceWords = {
  title: 'Appearance',
  about: 'How this instance looks to everybody, the sign-in page included. It holds at once.',
  save: 'Save appearance',
  saved: 'The appearance was saved',
  sections: {
    entrance: { title: 'Sign-in page', about: 'What people see before they have signed in.' },
    frame: {
      title: 'Every page',
      about: 'The home button, the browser tab and two lines of text.',
    },
    guidelines: { title: 'Guidelines', about: 'Shown where people are about to do something.' },
    app: { title: 'Installed app', about: 'What browsers show when the console is installed.' },
  },
  preview: {
    title: 'Preview',
    scheme: 'Colours of the preview',
    light: 'Light',
    dark: 'Dark',
    showIn: { light: 'Preview in light colours', dark: 'Preview in dark colours' },
    entrance: 'Sign-in page',
    frame: 'Page frame',
    tab: 'Browser tab',
    card: 'Install card',
    mail: 'Mail',
    signIn: 'Sign in',
    tabTitle: 'Home',
    product: 'Quarterdeck',
    install: 'Install app',
    mailSubject: 'A pipeline has failed',
    mailText: 'The pipeline of main has failed in the job “build”.',
    mailPlain: 'Mails carry both lines when “Email header and footer enabled” is on.',
  },
  contrast: {
    title: 'Contrast of the messages',
    good: (ratio: number) => `${formatNumber(ratio)} : 1, easy to read`,
    bad: (ratio: number) => `${formatNumber(ratio)} : 1, hard to read: at least 4.5 : 1 is needed`,
  },
} as const;
