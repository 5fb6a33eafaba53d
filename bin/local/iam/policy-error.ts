/** A policy, template or request that cannot be evaluated; the request is then refused. */
export class PolicyError extends Error {
  override readonly name: string = 'PolicyError'
}

export class UnresolvedVariableError extends PolicyError {
  override readonly name = 'UnresolvedVariableError'
}
