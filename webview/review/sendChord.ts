/** How the sending chord is called on this machine. */
export const sendChord = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘Enter' : 'Ctrl+Enter';
