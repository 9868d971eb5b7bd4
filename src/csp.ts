import { setNonce } from 'get-nonce';

// Loaded before everything else: what the content security policy asks of the page.

/**
 * Lets through text without markup and scripts of this origin; everything else is refused, so
 * that no library can turn text into markup.
 */
function guardSinks(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup from text is refused');
      return text;
    },
    createScriptURL: (url) => {
      if (new URL(url, document.baseURI).origin !== location.origin) {
        throw new TypeError('A script of another origin is refused');
      }
      return url;
    },
  });
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (text: string) => string; createScriptURL: (url: string) => string },
  ): unknown;
}

/** The nonce of this page, read from the script tag that started it. */
function pageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
}

guardSinks();
// Read by zod when it loads, later than this file: without it zod probes for `eval`, which the
// policy reports as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export const nonce = pageNonce();
setNonce(nonce);
