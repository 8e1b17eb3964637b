/** Something that a person has to do before the set-up can go on; the message says what, with the exact command. */
export class SetupFault extends Error {}
