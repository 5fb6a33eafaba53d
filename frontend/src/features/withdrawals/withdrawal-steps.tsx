import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ContractWithdrawalForm, withdrawals } from '#contract/withdrawals'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { WithdrawalConfirmation } from './withdrawal-confirmation.tsx'
import { type WithdrawalFormInput, WithdrawalFields } from './withdrawal-fields.tsx'
import { type WithdrawalDeclaration, WithdrawalReview } from './withdrawal-review.tsx'

const empty: WithdrawalFormInput = { name: '', email: '', contract: '', comment: '' }

/** Two steps as the law requires: declaration and confirmation. Only the second one sends anything. */
export function WithdrawalSteps() {
  const { form, draft } = useVisitorDraftForm<WithdrawalFormInput, ContractWithdrawalForm>(
    { form: 'withdrawal' },
    { resolver: zodResolver(ContractWithdrawalForm), defaultValues: empty, mode: 'onTouched' },
  )
  const [declaration, setDeclaration] = useState<WithdrawalDeclaration>()
  const [corrected, setCorrected] = useState(false)
  const { mutate, data, error, isPending, reset } = useMutation({
    ...endpointMutationOptions(withdrawals.request),
    // What is to be corrected stands in the step before.
    onError: (refusal) => hasApiErrorCode(refusal, 'invalid-input') && setDeclaration(undefined),
  })

  // Each declaration has an id of its own: confirmed twice it is one withdrawal, corrected it is another.
  const review = (given: ContractWithdrawalForm) => {
    reset()
    setDeclaration({ ...given, withdrawalId: `wdr_${crypto.randomUUID()}` })
  }
  const correct = () => {
    reset()
    setCorrected(true)
    setDeclaration(undefined)
  }
  return (
    <section className="withdrawing" id="desistir" aria-labelledby="desistir-titulo">
      {!declaration && (
        <WithdrawalFields
          form={form}
          draft={draft}
          refused={error}
          back={corrected}
          submit={form.handleSubmit(review)}
        />
      )}
      {declaration && !data && (
        <WithdrawalReview
          declaration={declaration}
          busy={isPending}
          error={error}
          confirm={() => mutate({ body: declaration }, { onSuccess: draft.saved })}
          correct={correct}
        />
      )}
      {declaration && data && <WithdrawalConfirmation declaration={declaration} receipt={data} />}
    </section>
  )
}
