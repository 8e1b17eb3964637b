/** Nothing that waits for a person or turns a page: whoever reads the output can answer nothing. */
export const quietEnvironment: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  TERM: 'dumb',
};
