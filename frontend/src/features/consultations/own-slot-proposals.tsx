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

const { readOwnSlotProposals, chooseOwnSlotProposal, refuseOwnSlotProposals, listMine } = apiContract.consultations

/** The hours for what the client has paid without one: the same as in the mail. */
export function OwnSlotProposals() {
  const { data, error, refetch } = useQuery(endpointQueryOptions(readOwnSlotProposals, {}))
  if (error && !data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const proposals = data?.proposals
  if (!proposals) return null
  if (proposals.state === 'open') return <OpenOwnProposals proposals={proposals} />
  return <p>Te escribiremos a tu correo para acordar contigo el día y la hora. También puedes pedir tú una hora.</p>
}

function OpenOwnProposals({ proposals }: { readonly proposals: SlotProposals }) {
  const queries = useQueryClient()
  const params = { orderId: proposals.orderId }
  const reload = () => invalidateQueriesByPath(queries, listMine.path)
  const choosing = useMutation({
    mutationFn: (body: ChosenSlot) => callApi(chooseOwnSlotProposal, { params, body }),
    onSuccess: () => {
      showNotice.success('Cita confirmada', 'Te hemos enviado la confirmación por correo.')
      return reload()
    },
    onError: reload,
  })
  const refusing = useMutation({
    mutationFn: (round: number) => callApi(refuseOwnSlotProposals, { params, body: { round } }),
    onSuccess: reload,
  })
  const isTaken = hasApiErrorCode(choosing.error, 'slot-taken')
  return (
    <section className="own-proposals" aria-labelledby="proposals-title">
      <h3 id="proposals-title">Horas que te proponemos</h3>
      {isTaken && <NoticeBox kind="problem">Esa hora ya no está libre. Elige otra de estas.</NoticeBox>}
      <OpenSlotProposals
        // Other hours begin with the list again.
        key={proposals.slots.join(' ')}
        proposals={proposals}
        choosing={{ ...choosing, error: isTaken ? null : choosing.error }}
        refusing={refusing}
      />
    </section>
  )
}
