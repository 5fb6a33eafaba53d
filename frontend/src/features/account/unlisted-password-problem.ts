import { findBrokenPasswordRule, passwordRules } from '#contract/password'

export function findUnlistedPasswordProblem(password: string): string | undefined {
  const text = findBrokenPasswordRule(password)?.text
  return passwordRules.some((rule) => rule.text === text) ? undefined : text
}
