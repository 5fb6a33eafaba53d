/** A namespace, not an object: a bundler keeps only the groups of endpoints that a page uses. */
export * as apiContract from './page-endpoint-groups.ts'
