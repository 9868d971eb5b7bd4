import { ActionIcon, Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

// The library's components as links of the router, with its typed `to` and `params`. Buttons are
// `<button>` unless told otherwise, which no link may be.

export const TextLink = createLink(Anchor<'a'>);

export const ButtonLink = createLink((props: ComponentProps<typeof Button<'a'>>) => (
  <Button component="a" {...props} />
));

export const IconLink = createLink((props: ComponentProps<typeof ActionIcon<'a'>>) => (
  <ActionIcon component="a" {...props} />
));
