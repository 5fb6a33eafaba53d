import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { apiContract } from '#contract/api'
import { isEditConflictError } from '../../api/api-error.ts'
import { endpointMutationOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { resetUnchangedFields } from '../../ui/reset-unchanged-fields.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { customerAnalysesQueryOptions } from './analysis-queries.ts'
import { type AnalysisTexts, isEmptyRow, toAnalysisTexts } from './analysis-texts.ts'

const { saveAnalysis, listAnalysesOfCustomer } = apiContract.files

const toRequest = (customerId: string, { analysisId, values, fileId, ...texts }: AnalysisTexts, version: number) => ({
  params: { customerId, analysisId },
  body: {
    ...texts,
    fileId: fileId || null,
    values: values
      .filter((row) => !isEmptyRow(row))
      .map(({ marker, value, unit, range }) => ({ marker, value, unit, range })),
    version,
  },
})

export interface AnalysisFormOptions {
  readonly customerId: string
  readonly stored: CustomerAnalysis | undefined
  readonly saved: (analysis: CustomerAnalysis, goesOn: boolean) => void
}

export function useAnalysisForm({ customerId, stored, saved }: AnalysisFormOptions) {
  const queries = useQueryClient()
  const { form, draft } = useDraftForm<AnalysisTexts>(
    { form: 'analysis', of: stored?.analysisId ?? customerId },
    { defaultValues: toAnalysisTexts(stored) },
  )
  const [version, setVersion] = useState(stored?.version ?? 0)
  const { mutate, reset, error, isPending } = useMutation({
    ...endpointMutationOptions(saveAnalysis),
    onSettled: () => invalidateEndpoints(queries, listAnalysesOfCustomer),
  })
  const list = useInfiniteQuery(customerAnalysesQueryOptions(customerId))
  const current = list.data?.pages
    .flatMap(({ items }) => items)
    .find(({ analysisId }) => analysisId === form.getValues('analysisId'))
  // Part of the draft: a retry after a lost answer creates no second analysis.
  const identify = () => {
    if (!form.getValues('analysisId')) form.setValue('analysisId', `ana_${crypto.randomUUID()}`, { shouldDirty: true })
    return form.getValues()
  }
  // A list that failed to load or lags does not tell the current state.
  const isKnown = current ? current.version !== version : !list.hasNextPage
  return {
    form,
    draft,
    error,
    isPending,
    meanwhile: isEditConflictError(error) && isKnown ? (current ?? ('removed' as const)) : undefined,
    keepMine: () => {
      if (!current) form.setValue('analysisId', '')
      setVersion(current?.version ?? 0)
      reset()
    },
    takeTheirs: (theirs: CustomerAnalysis) => {
      draft.discard()
      form.reset(toAnalysisTexts(theirs))
      setVersion(theirs.version)
      reset()
    },
    send: (goesOn: boolean) => {
      const sent = structuredClone(identify())
      mutate(toRequest(customerId, sent, version), {
        onSuccess: (analysis) => {
          setVersion(analysis.version)
          if (resetUnchangedFields({ form, draft }, toAnalysisTexts(analysis), sent))
            showNotice.plain('Guardado', 'Lo que has escrito mientras tanto sigue aquí, todavía sin guardar.')
          else saved(analysis, goesOn)
        },
      })
    },
  }
}
