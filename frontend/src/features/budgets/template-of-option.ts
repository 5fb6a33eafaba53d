import type { BudgetOption } from '#contract/budget-option'
import type { BudgetTemplate, CustomerBudget } from '#contract/budgets'
import { type BudgetTemplateValues, toOptionValues, toTemplateValues } from './budget-editor-values.ts'

export const listShownOptions = ({ published, content }: CustomerBudget): readonly BudgetOption[] =>
  (published ?? content).options

/** Copies the numbers, and only those texts that are in a template already: any other text may be about this client. */
export function toTemplateOfOption(option: BudgetOption, templates: readonly BudgetTemplate[]): BudgetTemplateValues {
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
