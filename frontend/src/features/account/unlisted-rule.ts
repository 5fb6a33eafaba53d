import { brokenRule, passwordRules } from '#contract/password'

export function unlistedRule(password: string): string | undefined {
  const text = brokenRule(password)?.text
  return passwordRules.some((rule) => rule.text === text) ? undefined : text
}
