import { common } from './common.ts';

/** Words of Dockerfile templates. */
export const templateWords = {
  title: 'Dockerfile templates',
  about:
    'What people start a Dockerfile from. The instance’s own come first, then those of the template project, then the built-in ones.',
  columns: { key: 'Template', source: 'From' },
  sources: { built_in: 'Built in', project: 'Template project', instance: 'This instance' },
  replaces: {
    built_in: 'in place of the built-in one',
    project: 'in place of the template project’s',
    instance: 'in place of this instance’s',
  },
  find: 'Find a template',
  none: 'There is no template',
  choose: 'Choose a template',
  chooseHelp: 'Its text is shown here.',
  gone: (key: string) => `There is no template ${key}`,
  goneHelp: 'It was deleted, or its name is spelled differently.',
  show: (key: string) => `Show ${key}`,
  text: (key: string) => `Text of ${key}`,
  copy: (key: string) => `Copy ${key}`,
  changed: 'changed',
  create: 'New template',
  replace: 'Replace',
  replaceTitle: (key: string) => `Replace ${key} for this instance`,
  edit: common.actions.edit,
  editTitle: (key: string) => `Edit ${key}`,
  remove: 'Delete',
  form: {
    key: 'Key',
    keyHelp: 'Letters, digits, dots, dashes and underscores. The key of another one replaces it.',
    content: 'Dockerfile',
    submit: 'Create template',
    save: 'Save',
    made: (key: string) => `${key} is a template of this instance`,
    saved: (key: string) => `${key} is saved`,
  },
  ask: {
    title: (key: string) => `Delete ${key}?`,
    lost: 'Its text is lost.',
    back: {
      built_in: 'Its text is lost; the built-in template is there again.',
      project: 'Its text is lost; the one of the template project is there again.',
      instance: 'Its text is lost.',
    },
    done: (key: string) => `${key} is deleted`,
  },
} as const;
