import { findExampleValues } from '../../../lib/deployable.ts'
import type { Check } from '../check.ts'
import { blocked, ready } from '../verdict.ts'

export const checkStageValues: Check = async ({ stage, stageName }) => {
  const examples = findExampleValues(stage)
  return examples.length === 0
    ? ready('lib/stages.ts no contiene ejemplos.')
    : blocked(`${examples.join(', ')} de ${stageName} son ejemplos: escribe los valores reales en lib/stages.ts.`)
}
