/** Folders of the bucket with data for a restoration that the table's backups do not contain. */
export const recoveryFolders = {
  users: 'users/',
  /** Ids of erased people. */
  erasures: 'erasures/',
} as const
