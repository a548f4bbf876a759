/** Files of builds, and files of operators and authors. Rules for all verbs are at `Store`. */
export interface FileStore {
  /** Starts serving a build of files with these names at `at`; those of earlier builds are dropped 30 days later. Resolves to the names
   *  of those that aren't stored yet. */
  beginBuild(names: string[], at: number): Promise<string[]>
  /** Saves a file of the current build. A name never changes its content. */
  keepBuiltFile(name: string, content: string): Promise<void>
  /** Null if no file has this name, or not anymore. */
  builtFile(name: string): Promise<string | null>
  /** Saves a file that an operator imports, or that is made from one, in place of the one with this name. */
  keepImportedFile(name: string, content: string): Promise<void>
  /** Marks a file as about to be named again. False if none has this name. */
  useImportedFile(name: string): Promise<boolean>
  /** Drops the files of sites that nothing has named for a day; resolves to their number. `at`: now. */
  dropUnusedSources(at: number): Promise<number>
  /** Size in bytes of a file stored in base64; null if none has this name. */
  importedBytes(name: string): Promise<number | null>
  /** SHA-256 of the file with this name; null if there is none. */
  importedDigest(name: string): Promise<string | null>
  importedFile(name: string): Promise<string | null>
}
