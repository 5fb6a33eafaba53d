import type { App } from 'aws-cdk-lib'
import { HIPAASecurityChecks } from 'cdk-nag'
import type { RuleException } from './hipaa-exceptions.ts'

export interface RuleFinding {
  readonly rule: string
  readonly description: string
  /** Path of the construct below its stack: `Files/Bucket/Resource`. */
  readonly path: string
}

const withoutStack = (path: string): string => path.slice(path.indexOf('/') + 1)

export const findHipaaFindings = (app: App): readonly RuleFinding[] =>
  new HIPAASecurityChecks(app).validateScope(app).violations.flatMap(({ ruleName, description, violatingResources }) =>
    violatingResources.map(({ constructPath = '' }) => ({
      rule: ruleName,
      description,
      path: withoutStack(constructPath),
    })),
  )

const covers = ({ at }: RuleException, path: string): boolean => at === 'everywhere' || at.includes(path)

export function compareWithExceptions(
  findings: readonly RuleFinding[],
  exceptions: Readonly<Record<string, RuleException>>,
) {
  const isFound = (rule: string, path?: string): boolean =>
    findings.some((finding) => finding.rule === rule && (path === undefined || finding.path === path))
  return {
    unexplained: findings.filter(({ rule, path }) => {
      const exception = exceptions[rule]
      return !exception || !covers(exception, path)
    }),
    needless: Object.entries(exceptions).flatMap(([rule, { at }]) =>
      at === 'everywhere'
        ? [rule].filter(() => !isFound(rule))
        : at.filter((path) => !isFound(rule, path)).map((path) => `${rule} ${path}`),
    ),
  }
}
