import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { SlotProposals } from '#contract/slot-proposals'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { CardLoadError } from '../../ui/panel.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { type ChosenSlot, OpenSlotProposals } from './slot-proposals.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const { readOwnSlotProposals, chooseOwnSlotProposal, refuseOwnSlotProposals, listMine } = apiContract.ownConsultations

export function OwnSlotProposals() {
  const { data, error, refetch } = useQuery(endpointQueryOptions(readOwnSlotProposals, {}))
  if (error && !data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const proposals = data?.proposals
  if (!proposals) return null
  return <OwnProposals proposals={proposals} />
}

const RefusedProposals = lazy(async () => ({
  default: (await import('./refused-proposals.tsx')).RefusedProposals,
}))

function OwnProposals({ proposals }: { readonly proposals: SlotProposals }) {
  const queries = useQueryClient()
  const params = { orderId: proposals.orderId }
  const reload = () => invalidateQueriesByPath(queries, listMine.path)
  const choosing = useMutation({
    mutationFn: (body: ChosenSlot) => callApi(chooseOwnSlotProposal, { params, body }),
    onSuccess: () => {
      showNotice.success('Cita confirmada', 'Te hemos enviado la confirmación por correo.')
      return reload()
    },
    onError: () => void reload(),
  })
  const refusing = useMutation({
    mutationFn: (round: number) => callApi(refuseOwnSlotProposals, { params, body: { round } }),
    onSuccess: reload,
  })
  const isTaken = hasApiErrorCode(choosing.error, 'slot-taken')
  const hours = { proposals, choosing: { ...choosing, error: isTaken ? null : choosing.error } }
  const isOpen = proposals.state === 'open'
  return (
    <section className="own-proposals" aria-labelledby="proposals-title">
      <h3 id="proposals-title">{isOpen ? 'Horas que te proponemos' : 'Te escribimos nosotros'}</h3>
      {isOpen ? (
        <>
          {isTaken && <NoticeBox kind="problem">Esa hora ya no está libre. Elige otra de estas.</NoticeBox>}
          {/* A new list of hours resets the choice. */}
          <OpenSlotProposals key={proposals.slots.join(' ')} {...hours} refusing={refusing} />
        </>
      ) : (
        <>
          <p>
            Te escribiremos a tu correo para acordar contigo el día y la hora. Si prefieres elegirla ya, puedes hacerlo
            aquí.
          </p>
          <WhileLoading>
            <RefusedProposals {...hours} taken={isTaken ? choosing.variables?.startsAt : undefined} />
          </WhileLoading>
        </>
      )}
    </section>
  )
}
