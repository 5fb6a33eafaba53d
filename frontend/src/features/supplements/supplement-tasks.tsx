import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { findDosingContradiction } from '#contract/dosing-contradiction'
import type { EndpointReply } from '#contract/endpoint'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import type { TaskSource } from '../../ui/task-list.tsx'
import { EditSupplementDialog } from './lazy-dialogs.ts'

type ToReview = EndpointReply<typeof apiContract.supplements.toReview>['items'][number]

const useSupplementsToReview = () => useQuery(endpointQueryOptions(apiContract.supplements.toReview, {}))

/** Contradictory prescriptions: until they are corrected the client sees fewer doses. */
export function useSupplementReviewTasks(today: string) {
  const { data, isPending, error, refetch } = useSupplementsToReview()
  const [edited, setEdited] = useState<ToReview>()
  const items = data?.items ?? []
  const source: TaskSource = {
    tasks: items.map((item) => ({
      id: item.supplement.clientSupplementId,
      kind: 'Pauta por revisar',
      person: item.customerName,
      to: `/client/${item.customerId}?tab=supplements`,
      fact: `${item.supplement.name}: ${findDosingContradiction(item.supplement)?.text ?? 'se contradice'}`,
      at: { since: today },
      isForToday: true,
      action: (
        <Button variant="plain" size="small" onClick={() => setEdited(item)}>
          Revisar<span className="visually-hidden"> {`${item.supplement.name} de ${item.customerName}`}</span>
        </Button>
      ),
    })),
    isPending,
    error,
    refetch,
    hasMore: false,
  }
  return {
    source,
    dialog: edited && <SupplementReviewDialog edited={edited} items={items} close={() => setEdited(undefined)} />,
  }
}

interface ReviewDialogProps {
  readonly edited: ToReview
  readonly items: readonly ToReview[]
  readonly close: () => void
}

const SupplementReviewDialog = ({ edited, items, close }: ReviewDialogProps) => (
  <EditSupplementDialog
    customerId={edited.customerId}
    // The version that somebody else saved meanwhile.
    supplement={items.find(({ supplement }) => isSame(supplement, edited.supplement))?.supplement ?? edited.supplement}
    close={close}
  />
)

const isSame = (one: ToReview['supplement'], other: ToReview['supplement']) =>
  one.clientSupplementId === other.clientSupplementId
