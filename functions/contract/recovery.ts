/** Folders of the bucket with what a restoration needs besides the table's backups. */
export const recoveryFolders = {
  /** The user pool, one folder for each night. */
  users: 'users/',
  /** Who was erased, by id alone. */
  erasures: 'erasures/',
} as const
