import { ActionIcon, Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

// The library's components as links of the router, with its typed `to` and `params`.

export const TextLink = createLink(Anchor<'a'>);
export const ButtonLink = createLink(Button<'a'>);
export const IconLink = createLink(ActionIcon<'a'>);
