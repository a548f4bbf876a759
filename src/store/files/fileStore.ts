/** Files of builds, and those that operators and authors bring. What holds for all verbs is said of `Store`. */
export interface FileStore {
  /** From `at` on a build of files of these names is served; those of builds before it are let go 30 days later. Resolves to the
   *  names of those that are not kept yet. */
  beginBuild(names: string[], at: number): Promise<string[]>
  /** Keeps a file of the build that is served. A name is one content for good. */
  keepBuiltFile(name: string, content: string): Promise<void>
  /** Null when there is none of this name, or no longer. */
  builtFile(name: string): Promise<string | null>
  /** Keeps a file that an operator imports, or that is made of one, in the place of the one of this name. */
  keepImportedFile(name: string, content: string): Promise<void>
  /** Says that a file is about to be named again. False when there is none of this name. */
  useImportedFile(name: string): Promise<boolean>
  /** Drops the files of sites that nothing has named for a day; resolves to how many. `at`: now. */
  dropUnusedSources(at: number): Promise<number>
  /** How many bytes a file has that is kept in base64; null when there is none of this name. */
  importedBytes(name: string): Promise<number | null>
  /** The SHA-256 of the file of this name; null when there is none. */
  importedDigest(name: string): Promise<string | null>
  importedFile(name: string): Promise<string | null>
}
