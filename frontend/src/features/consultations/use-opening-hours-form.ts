import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { apiContract } from '#contract/api'
import type { OpeningHours } from '#contract/opening-hours'
import type { OpeningHoursOverview } from '#contract/opening-hours-endpoints'
import { isEditConflictError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { resetUnchangedFields } from '../../ui/reset-unchanged-fields.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import {
  createOpeningHoursForm,
  findChangedFields,
  type OpeningHoursValues,
  toOpeningHoursValues,
} from './opening-hours-values.ts'

export const openingHoursQuery = endpointQueryOptions(apiContract.consultations.readOpeningHours, {})

export function useOpeningHoursForm(overview: OpeningHoursOverview) {
  const queries = useQueryClient()
  const schema = createOpeningHoursForm(usePracticeToday())
  const [base, setBase] = useState(overview)
  const { form, draft } = useDraftForm<OpeningHoursValues, OpeningHours>(
    { form: 'opening-hours' },
    { resolver: zodResolver(schema), defaultValues: toOpeningHoursValues(overview.openingHours) },
  )

  const takeUp = async () => {
    const theirs = await queries.fetchQuery({ ...openingHoursQuery, staleTime: 0 })
    fillIn(theirs, toOpeningHoursValues(base.openingHours))
  }
  const fillIn = (filled: OpeningHoursOverview, since: OpeningHoursValues) => {
    resetUnchangedFields({ form, draft }, toOpeningHoursValues(filled.openingHours), since)
    setBase(filled)
  }
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ hours }: { readonly hours: OpeningHours; readonly sent: OpeningHoursValues }) =>
      callApi(apiContract.consultations.changeOpeningHours, { body: { ...hours, version: base.version } }),
    onSuccess: async (saved, { sent }) => {
      await queries.cancelQueries({ queryKey: openingHoursQuery.queryKey })
      queries.setQueryData(openingHoursQuery.queryKey, saved)
      fillIn(saved, sent)
      showNotice.success('Horario guardado', 'Las consultas ya reservadas siguen como estaban.')
    },
    onError: async (problem) => {
      if (isEditConflictError(problem)) await takeUp()
    },
  })
  const values = useWatch({ control: form.control }) as OpeningHoursValues
  const checked = schema.safeParse(values)
  const stored = toOpeningHoursValues(base.openingHours)
  return {
    form,
    draft,
    error,
    isPending,
    submit: form.handleSubmit((hours) => mutate({ hours, sent: structuredClone(form.getValues()) })),
    stored,
    values,
    changed: findChangedFields(stored, values),
    hours: checked.success ? checked.data : base.openingHours,
  }
}
export type OpeningHoursFormState = ReturnType<typeof useOpeningHoursForm>
