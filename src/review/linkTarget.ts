/** What a link in a plan may become. Whatever is not clearly safe is shown as text and cannot be clicked (J03, J05). */
export type LinkTarget =
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'refused' };

/** Decides by an allow-list: http, https and mailto; and paths that stay below the folder they start from. */
export function linkTarget(url: string): LinkTarget {
  if (unsafeCharacter.test(url)) return { kind: 'refused' };
  if (webAddress.test(url) || mailAddress.test(url)) return { kind: 'web', href: url };
  if (relativePath.test(url) && !url.split('/').includes('..')) return { kind: 'path', path: url };
  return { kind: 'refused' };
}

// What no address holds unless it means to break out of where it is written.
// A browser drops tabs and line ends inside an address and reads a backslash as a slash: an address with one is no address.
const unsafeCharacter = /[<>"`\u0000-\u0020\u007F-\u00A0\\\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
// No user name before the host: `https://known.example@other.example` reads like the wrong site.
const webAddress = /^https?:\/\/[^/?#@]+(?:[/?#].*)?$/i;
const mailAddress = /^mailto:[^@/]+@[^@/]+$/i;
const relativePath = /^(?:\.\/)?[^/:?#%]+(?:\/[^/:?#%]+)*\/?(?:#.*)?$/;
