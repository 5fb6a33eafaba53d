import { findExamples } from '../../../lib/deployable.ts'
import type { Check } from '../check.ts'
import { blocked, ready } from '../verdict.ts'

export const checkStageValues: Check = async ({ stage, stageName }) => {
  const examples = findExamples(stage)
  return examples.length === 0
    ? ready('No queda ningún ejemplo.')
    : blocked(
        examples
          .map(
            ({ file, names }) =>
              `${names.join(', ')} de ${stageName} son ejemplos: escribe los valores reales en ${file}.`,
          )
          .join(' '),
      )
}
