/** @type {(() => unknown)[]} */
const endings = [];
let ending = false;

/**
 * What this process started ends with it: `act` runs when the process ends by `endProcess` or by a signal, the last
 * registered first.
 *
 * @param {() => unknown} act
 * @returns {() => void} takes it back
 */
export function atEnd(act) {
  endings.push(act);
  return () => {
    const place = endings.indexOf(act);
    if (place >= 0) endings.splice(place, 1);
  };
}

/**
 * Undoes all that was registered and exits. Asked again while it is at it, it does nothing.
 *
 * @param {number} code the exit code
 */
export async function endProcess(code) {
  if (ending) return;
  ending = true;
  for (let act = endings.pop(); act !== undefined; act = endings.pop()) {
    try {
      await act();
    } catch (error) {
      // One thing that cannot be undone must not keep the rest from being undone.
      console.error(error);
    }
  }
  process.exit(code);
}

/** @returns {boolean} whether the process is being ended, so that what fails now fails for that reason */
export function isEnding() {
  return ending;
}

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => void endProcess(code));
}

// npm passes a signal on to the shell between us, and the shell does not: when it is gone, so are we. A terminal's Ctrl+C
// reaches us by itself.
const parent = process.ppid;
const parentCheckMs = 300;
setInterval(() => {
  if (process.ppid !== parent) void endProcess(143);
}, parentCheckMs).unref();
