/**
 * What was done to an account and Cognito has yet to hear of. Apart from users.ts, because every function has accounts and
 * few have that domain's schemas.
 */
export const pendingCognitoChanges = ['invitation', 'role', 'removal'] as const
