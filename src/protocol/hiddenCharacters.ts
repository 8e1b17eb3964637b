// The page marks the same characters as the host does; pages import only from src/protocol.
export { splitHiddenCharacters } from '../core/hiddenCharacters';
