/** The build puts a text in its place. */
declare const QD_REVISION: string | undefined;

/** The short commit of the build; a server that runs from its sources has none. */
export const revision = typeof QD_REVISION === 'string' ? QD_REVISION : 'source';

/** Built to be operated; a server that runs from its sources is being worked on or tested. */
export const isBuilt = typeof QD_REVISION === 'string';
