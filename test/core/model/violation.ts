/** An invariant of docs/requirements.md that did not hold. */
export class Violation extends Error {
  constructor(
    readonly invariant: string,
    what: string,
  ) {
    super(`${invariant}: ${what}`);
    this.name = 'Violation';
  }
}
