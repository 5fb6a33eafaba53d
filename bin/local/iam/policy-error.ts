/** A policy, template or request that cannot be judged. Whoever asks has no decision then, and so no permission. */
export class PolicyError extends Error {
  override readonly name: string = 'PolicyError'
}

/** A variable of the policy has no value in the request, and no default. */
export class UnresolvedVariableError extends PolicyError {
  override readonly name = 'UnresolvedVariableError'
}
