/**
 * Changes of an account not yet applied in Cognito. Separate from users.ts, because every function loads accounts and
 * few that domain's schemas.
 */
export const pendingCognitoChanges = ['invitation', 'role', 'removal'] as const
