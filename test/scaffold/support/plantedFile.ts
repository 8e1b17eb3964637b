/** A file that is not on the disk: its path from the root of the project, with slashes, and its text. */
export interface PlantedFile {
  readonly file: string;
  readonly code: string;
}
