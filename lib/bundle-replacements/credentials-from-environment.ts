/**
 * Replaces the SDK's default chain of twelve credential sources (134 kB): Lambda passes the role's in the environment.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'
