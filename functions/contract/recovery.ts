export const recoveryFolders = {
  users: 'users/',
  erasures: 'erasures/',
} as const
