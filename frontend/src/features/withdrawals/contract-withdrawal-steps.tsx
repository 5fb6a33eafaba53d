import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ContractWithdrawalForm, withdrawals } from '#contract/withdrawals'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { useVisitorDraftForm } from '../../ui/use-draft-form.ts'
import { ContractWithdrawalConfirmation } from './contract-withdrawal-confirmation.tsx'
import { type ContractWithdrawalFormInput, ContractWithdrawalFields } from './contract-withdrawal-fields.tsx'
import { type ContractWithdrawalDeclaration, ContractWithdrawalReview } from './contract-withdrawal-review.tsx'

const empty: ContractWithdrawalFormInput = { name: '', email: '', contract: '', comment: '' }

/** Two steps as the law requires: declaration and confirmation. Only the second one sends anything. */
export function ContractWithdrawalSteps() {
  const { form, draft } = useVisitorDraftForm<ContractWithdrawalFormInput, ContractWithdrawalForm>(
    { form: 'withdrawal' },
    { resolver: zodResolver(ContractWithdrawalForm), defaultValues: empty, mode: 'onTouched' },
  )
  const [declaration, setDeclaration] = useState<ContractWithdrawalDeclaration>()
  const [corrected, setCorrected] = useState(false)
  const { mutate, data, error, isPending, reset } = useMutation({
    ...endpointMutationOptions(withdrawals.request),
    // Goes back to the first step, whose fields have to be corrected.
    onError: (refusal) => hasApiErrorCode(refusal, 'invalid-input') && setDeclaration(undefined),
  })

  // A new id for each declaration: confirming it twice is one withdrawal, a corrected one is another.
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
        <ContractWithdrawalFields
          form={form}
          draft={draft}
          refused={error}
          back={corrected}
          submit={form.handleSubmit(review)}
        />
      )}
      {declaration && !data && (
        <ContractWithdrawalReview
          declaration={declaration}
          busy={isPending}
          error={error}
          confirm={() => mutate({ body: declaration }, { onSuccess: draft.saved })}
          correct={correct}
        />
      )}
      {declaration && data && <ContractWithdrawalConfirmation declaration={declaration} receipt={data} />}
    </section>
  )
}
