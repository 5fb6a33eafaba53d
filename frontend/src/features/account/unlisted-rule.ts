import { brokenRule, passwordRules } from '#contract/password'

/** What is wrong with a password that the list of rules beside its field does not show. */
export function unlistedRule(password: string): string | undefined {
  const text = brokenRule(password)?.text
  return passwordRules.some((rule) => rule.text === text) ? undefined : text
}
