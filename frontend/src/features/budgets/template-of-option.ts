import type { BudgetOption } from '#contract/budget-option'
import type { BudgetTemplate, CustomerBudget } from '#contract/budgets'
import { type TemplateValues, toOptionValues, toTemplateValues } from './budget-editor-values.ts'

export const listShownOptions = ({ published, content }: CustomerBudget): readonly BudgetOption[] =>
  (published ?? content).options

/**
 * Its numbers, and of its words those that stand in a template already: whatever else was written may be about the client
 * whose budget it is.
 */
export function toTemplateOfOption(option: BudgetOption, templates: readonly BudgetTemplate[]): TemplateValues {
  const known = new Set(
    templates.flatMap(({ option: { title, includes, excludes } }) => [title, ...includes, ...excludes]),
  )
  const isKnown = (text: string) => known.has(text)
  return {
    ...toTemplateValues(),
    options: [
      toOptionValues({
        ...option,
        title: isKnown(option.title) ? option.title : '',
        includes: option.includes.filter(isKnown),
        excludes: option.excludes.filter(isKnown),
      }),
    ],
  }
}
