/** In place of the SDK's chain of twelve kinds of credentials (134 kB): Lambda puts a role's into the environment. */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'
