// A map, not an object: an ending may also be the name of what every object has.
const types = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['ico', 'image/x-icon'],
  ['svg', 'image/svg+xml'],
]);

const typeOf = (name: string) => types.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '');

/** Whether a file's name says that it is an image. */
export const isImage = (name: string): boolean => typeOf(name) !== undefined;

/** An image as an address that the page may show; never run, whatever is in it. */
export const imageUrlOf = (name: string, base64: string): string =>
  `data:${typeOf(name) ?? ''};base64,${base64}`;
