import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// Everything that has a colour or a size has it here. Style sheets read `var(--qd-…)`;
// features hold neither.

type Pair = readonly [light: string, dark: string];

const colours = {
  canvas: ['#ffffff', '#131316'],
  rail: ['#f7f7f9', '#0e0e11'],
  sunken: ['#fafafb', '#17171b'],
  raised: ['#ffffff', '#1b1b20'],
  hover: ['#f4f4f6', '#1e1e24'],
  line: ['#e4e4e9', '#2a2a31'],
  'line-2': ['#ccccd4', '#3a3a43'],
  control: ['#8a8a96', '#70707c'],
  text: ['#1b1b20', '#ececf0'],
  'text-2': ['#55555f', '#b0b0ba'],
  'text-3': ['#6a6a75', '#8f8f9b'],
  accent: ['#4f54d6', '#4f54d6'],
  'accent-text': ['#4449c6', '#a8affb'],
  'accent-bg': ['#eef0ff', '#21233f'],
  'accent-line': ['#c9cefe', '#3d4180'],
  'on-accent': ['#ffffff', '#ffffff'],
  focus: ['#4f54d6', '#858df6'],
  segment: ['#ffffff', '#3a3a43'],
  open: ['#1a7a43', '#63cb8e'],
  'open-bg': ['#e7f5ec', '#13281b'],
  'open-line': ['#b5dec4', '#265238'],
  merged: ['#7d3bc4', '#c29df5'],
  'merged-bg': ['#f4ecfc', '#281d3b'],
  'merged-line': ['#dcc5f3', '#4d3873'],
  closed: ['#c02f38', '#f58b90'],
  'closed-bg': ['#fdeded', '#35191c'],
  'closed-line': ['#f3c1c3', '#6a3035'],
  draft: ['#5a5a64', '#b0b0ba'],
  'draft-bg': ['#efeff2', '#26262c'],
  'draft-line': ['#d8d8df', '#3a3a43'],
  warning: ['#8a5700', '#e6b658'],
  'warning-bg': ['#fdf4e0', '#2f2410'],
  'warning-line': ['#ebd29b', '#5c471c'],
  added: ['#eaf7ee', '#12241a'],
  'added-number': ['#d5efdd', '#173222'],
  'added-word': ['#b2e3c2', '#205034'],
  removed: ['#fdefef', '#2b1719'],
  'removed-number': ['#fadfdf', '#3b1e21'],
  'removed-word': ['#f8c4c5', '#6b2c31'],
  keyword: ['#8b2fc9', '#c9a0f7'],
  string: ['#0b6e4f', '#7fd1a8'],
  number: ['#813e00', '#ebbb7c'],
  comment: ['#6a6a75', '#8f8f9b'],
  scrim: ['#1b1b2073', '#00000099'],
  float: ['0 8px 24px #1b1b2024', '0 8px 24px #00000099'],
} as const satisfies Record<string, Pair>;

/** Lengths, written as pixels and set in rem so that they grow with the reader's font size. */
const lengths = {
  'space-1': 4,
  'space-2': 8,
  'space-3': 12,
  'space-4': 16,
  'space-5': 24,
  'space-6': 32,
  edge: 24,
  'edge-phone': 16,
  rail: 64,
  'rail-2': 208,
  'top-bar': 48,
  'bottom-bar': 56,
  'content-max': 1280,
  'form-max': 640,
  'dialog-max': 440,
  'sign-in-max': 360,
  tree: 240,
  'merge-box': 304,
  'runs-max': 480,
  control: 32,
  'control-small': 28,
  label: 20,
  badge: 24,
  check: 16,
  row: 36,
  'row-comfortable': 44,
  'table-head': 32,
  tabs: 36,
  'filter-bar': 48,
  pager: 44,
  'save-bar': 56,
  'file-head': 36,
  'diff-line': 20,
  'tree-row': 28,
  'rail-entry': 32,
  radius: 6,
  'radius-small': 4,
  'search-width': 248,
  'jump-width': 280,
  jump: 30,
  'avatar-small': 20,
  avatar: 24,
  dot: 8,
  'fact-name': 112,
  'column-xs': 72,
  'column-s': 120,
  'column-m': 144,
  'column-l': 208,
  'column-xl': 288,
  panel: 440,
  'settings-sections': 216,
  'settings-control': 272,
  'line-number': 44,
} as const;

/** Font size and line height in pixels. */
const type = {
  title: [20, 28],
  'title-phone': [18, 24],
  section: [16, 24],
  base: [14, 20],
  small: [13, 20],
  help: [12, 16],
  count: [11, 14],
  code: [12, 20],
} as const;

const fonts = {
  sans: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  mono: "ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

const layers = { bar: 20, rail: 30, selection: 25, dialog: 200, toast: 400 };

const motion = '120ms';

/** Ten shades written in a row. */
function scale(shades: string): MantineColorsTuple {
  // Safe: every call below lists ten.
  return shades.split(' ') as unknown as MantineColorsTuple;
}

const indigo = scale(
  '#eef0ff #e1e4ff #c9cefe #a8affb #858df6 #6d75f0 #5f66e8 #565cdf #4f54d6 #4146b4',
);

// The library's neutrals, replaced by the console's: gray serves the light scheme, dark the other.
const gray = scale(
  '#fafafb #f4f4f6 #e4e4e9 #ccccd4 #ccccd4 #8a8a96 #6a6a75 #55555f #3a3a43 #1b1b20',
);
const dark = scale(
  '#ececf0 #b0b0ba #8f8f9b #70707c #3a3a43 #26262c #1b1b20 #131316 #0e0e11 #0a0a0c',
);
const red = scale(
  '#fdeded #fadfdf #f3c1c3 #f58b90 #e7656c #d8474f #cc3a43 #c5333c #c02f38 #9d262e',
);

const rem = (pixels: number) => `${pixels / 16}rem`;
const typeSize = (name: keyof typeof type) => rem(type[name][0]);

function lengthVariables(): Record<string, string> {
  const variables: Record<string, string> = {
    '--qd-font': fonts.sans,
    '--qd-mono': fonts.mono,
    '--qd-motion': motion,
  };
  for (const [name, pixels] of Object.entries(lengths)) variables[`--qd-${name}`] = rem(pixels);
  for (const [name, [size, line]] of Object.entries(type)) {
    variables[`--qd-${name}-size`] = rem(size);
    variables[`--qd-${name}-height`] = rem(line);
    variables[`--qd-type-${name}`] = `${rem(size)}/${rem(line)} var(--qd-font)`;
  }
  variables['--qd-type-code'] = `${rem(type.code[0])}/${rem(type.code[1])} var(--qd-mono)`;
  for (const [name, depth] of Object.entries(layers)) {
    variables[`--qd-layer-${name}`] = String(depth);
  }
  return variables;
}

function colourVariables(scheme: 0 | 1): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, pair] of Object.entries(colours))
    variables[`--qd-color-${name}`] = pair[scheme];
  return {
    ...variables,
    '--mantine-color-body': colours.canvas[scheme],
    '--mantine-color-text': colours.text[scheme],
    '--mantine-color-bright': colours.text[scheme],
    '--mantine-color-dimmed': colours['text-3'][scheme],
    '--mantine-color-placeholder': colours['text-3'][scheme],
    '--mantine-color-anchor': colours['accent-text'][scheme],
    '--mantine-color-error': colours.closed[scheme],
    '--mantine-color-default': colours.raised[scheme],
    '--mantine-color-default-hover': colours.hover[scheme],
    '--mantine-color-default-color': colours.text[scheme],
    '--mantine-color-default-border': colours['line-2'][scheme],
    '--mantine-color-disabled': colours['draft-bg'][scheme],
    '--mantine-color-disabled-color': colours['text-3'][scheme],
    '--mantine-color-disabled-border': colours.line[scheme],
    '--mantine-color-indigo-light': colours['accent-bg'][scheme],
    '--mantine-color-indigo-light-hover': colours['accent-line'][scheme],
    '--mantine-color-indigo-light-color': colours['accent-text'][scheme],
  };
}

/** Colours and measures of the console as CSS variables, for both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: lengthVariables(),
  light: colourVariables(0),
  dark: colourVariables(1),
});

/** Colours of one scheme for a part of the page, whatever the page's own is. */
export const schemeColours = (scheme: 'light' | 'dark'): Record<string, string> =>
  colourVariables(scheme === 'light' ? 0 : 1);

/** Where the chosen scheme is kept. */
export const schemeKey = 'quarterdeck-scheme';

/** Below it: no rails, a bar at the bottom, rows of two or three lines. Style sheets say 48em. */
export const phoneQuery = '(max-width: 47.99em)';

/** Below it: a screen's side column goes under its main one. Style sheets say 75em. */
export const narrowQuery = '(max-width: 74.99em)';

const root = (variables: Record<string, string>) => () => ({ root: variables });

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  colors: { indigo, gray, dark, red },
  white: '#ffffff',
  black: '#1b1b20',
  fontFamily: fonts.sans,
  fontFamilyMonospace: fonts.mono,
  fontSizes: {
    xs: typeSize('help'),
    sm: typeSize('small'),
    md: typeSize('base'),
    lg: typeSize('section'),
    xl: typeSize('title'),
  },
  lineHeights: { xs: '1.34', sm: '1.54', md: '1.43', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(12), xl: rem(32) },
  defaultRadius: 'md',
  headings: { fontFamily: fonts.sans, fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  activeClassName: '',
  components: {
    Button: {
      vars: (_theme: unknown, props: { size?: string }) => ({
        root: {
          '--button-height': props.size === 'xs' ? rem(28) : rem(32),
          '--button-padding-x': props.size === 'xs' ? rem(10) : rem(12),
          '--button-fz': typeSize('small'),
        },
      }),
    },
    Anchor: { defaultProps: { inherit: true, underline: 'hover' } },
    ActionIcon: { defaultProps: { variant: 'default' }, vars: root({ '--ai-size': rem(32) }) },
    Input: {
      vars: () => ({
        wrapper: {
          '--input-height': rem(32),
          '--input-fz': typeSize('base'),
          '--input-padding': rem(10),
        },
      }),
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      vars: () => ({
        label: { '--input-label-size': typeSize('base') },
        description: { '--input-description-size': typeSize('help') },
        error: { '--input-error-size': typeSize('help') },
      }),
    },
    Checkbox: { defaultProps: { radius: 'sm' }, vars: root({ '--checkbox-size': rem(16) }) },
    SegmentedControl: {
      vars: root({ '--sc-font-size': typeSize('small'), '--sc-color': 'var(--qd-color-segment)' }),
    },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'none' } },
    Modal: {
      defaultProps: { transitionProps: { duration: 0 }, radius: 'md', centered: true },
    },
    Tooltip: { defaultProps: { transitionProps: { duration: 0 }, openDelay: 300 } },
    // A field that takes the focus, as a wrong one does, does not cover what is said below it.
    Select: { defaultProps: { allowDeselect: false, openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
  },
});
