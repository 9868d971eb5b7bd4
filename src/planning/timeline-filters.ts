// Apart from the timeline: routes read it before any screen, and it brings nothing along.

/** What a timeline of labels can be asked for. */
export const timelineFilters = ['label', 'who', 'came'] as const;
