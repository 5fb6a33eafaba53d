import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiContract } from '#contract/api'
import { practiceLegalDetails } from '#contract/practice'
import type { SlotProposals } from '#contract/slot-proposals'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { useSecretMailedLink } from '../../ui/use-mailed-link.ts'
import { RefusedProposals } from './refused-proposals.tsx'
import { type ChosenSlot, OpenSlotProposals, SlotDay } from './slot-proposals.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'

const { readSlotProposals, chooseSlotProposal, refuseSlotProposals } = apiContract.linkedSlotProposals

interface Link {
  readonly token: string
  readonly startsAt: string | undefined
}

function useProposals({ token, startsAt }: Link) {
  const queries = useQueryClient()
  const queryKey = ['slot-proposals', token, startsAt]
  const proposals = useQuery({
    queryKey,
    queryFn: () => callApi(readSlotProposals, { body: { token, ...(startsAt && { startsAt }) } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const onSuccess = (next: SlotProposals) => queries.setQueryData(queryKey, next)
  const choosing = useMutation({
    mutationFn: (chosen: ChosenSlot) => callApi(chooseSlotProposal, { body: { token, ...chosen } }),
    onSuccess,
    // An hour or the link may be gone; the refetch shows what is still offered.
    onError: () => void proposals.refetch(),
  })
  const refusing = useMutation({
    mutationFn: (round: number) => callApi(refuseSlotProposals, { body: { token, round } }),
    onSuccess,
  })
  return { proposals, choosing, refusing }
}

function Chooser(link: Link) {
  const { proposals, choosing, refusing } = useProposals(link)
  const { data, error, refetch } = proposals
  if (data) {
    if (data.state === 'with-practice') return <WithPractice data={data} startsAt={link.startsAt} choosing={choosing} />
    if (data.state !== 'open') return <Ended {...data} />
    return <Open data={data} startsAt={link.startsAt} choosing={choosing} refusing={refusing} />
  }
  if (hasApiErrorCode(error, 'link-invalid')) return <ExpiredLink />
  if (error) {
    return (
      <Outcome title="No podemos mostrarte las horas">
        <p role="alert">{toErrorMessage(error)}</p>
        <RetryButton retry={refetch} />
      </Outcome>
    )
  }
  return (
    <div className="result-wait" role="status">
      <span className="screen-turning" aria-hidden="true" />
      <h1>Buscando tus horas...</h1>
    </div>
  )
}

type Steps = Omit<ReturnType<typeof useProposals>, 'proposals'>

function Open({
  data,
  startsAt = null,
  choosing,
  refusing,
}: Steps & { readonly data: SlotProposals; readonly startsAt: string | null | undefined }) {
  const isTaken = data.asked === 'taken' || hasApiErrorCode(choosing.error, 'slot-taken')
  return (
    <>
      <h1>Elige la hora de tu consulta</h1>
      {isTaken && (
        <NoticeBox kind="problem">
          Esa hora ya no está libre. Estas son las siguientes que te podemos ofrecer.
        </NoticeBox>
      )}
      {!isTaken && data.round > 1 && <NoticeBox>Estas son otras horas, en otros días.</NoticeBox>}
      <OpenSlotProposals
        // A new list of hours resets the choice.
        key={data.slots.join(' ')}
        proposals={data}
        choosing={{ ...choosing, error: isTaken ? null : choosing.error }}
        refusing={refusing}
        opened={data.asked === 'free' && !isTaken ? startsAt : null}
      />
    </>
  )
}

const Outcome = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <h1>{title}</h1>
    {children}
  </>
)

function Ended({ state, scheduledAt, durationMinutes, concept }: SlotProposals) {
  if (state === 'scheduled' && scheduledAt) {
    return (
      <>
        <span className="card-mark">
          <CalendarCheck size={28} aria-hidden="true" />
        </span>
        <h1>Tu cita está confirmada</h1>
        <SlotDay startsAt={scheduledAt} minutes={durationMinutes} />
        <p role="status">«{concept}». Te hemos enviado la confirmación por correo, con la cita para tu calendario.</p>
        <ButtonLink to="/dashboard" variant="secondary">
          Ir a mi panel
        </ButtonLink>
      </>
    )
  }
  return (
    <Outcome title="Aquí ya no hay nada que elegir">
      <p role="status">
        Este pago ya no espera ninguna cita: se ha devuelto o se ha retirado. Si crees que es un error, escríbenos.
      </p>
      <WriteToPractice />
    </Outcome>
  )
}

function WithPractice({
  data,
  startsAt = null,
  choosing,
}: Pick<Steps, 'choosing'> & { readonly data: SlotProposals; readonly startsAt: string | null | undefined }) {
  const isGone = hasApiErrorCode(choosing.error, 'slot-taken')
  const asked = data.asked === 'taken' ? (startsAt ?? undefined) : undefined
  return (
    <>
      <h1>Te escribimos nosotros</h1>
      <p role="status">
        Hemos avisado a la consulta: te escribirá a tu correo para acordar contigo el día y la hora. No tienes que hacer
        nada más, y tu pago sigue guardado.
      </p>
      <p className="slot-otherwise">¿Prefieres elegirla ya?</p>
      <RefusedProposals
        proposals={data}
        choosing={{ ...choosing, error: isGone ? null : choosing.error }}
        opened={data.asked === 'free' ? startsAt : null}
        taken={isGone ? choosing.variables?.startsAt : asked}
      />
      <WriteToPractice />
    </>
  )
}

const WriteToPractice = () => (
  <p>
    Si lo prefieres, escríbenos a <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a>.
  </p>
)

const ExpiredLink = () => (
  <Outcome title="Este enlace ya no sirve">
    <p role="alert">
      Los enlaces sirven durante 30 días. Tu pago sigue guardado: entra en tu panel y elige allí la hora, o pídenos otro
      enlace.
    </p>
    <ButtonLink to="/dashboard">Ir a mi panel</ButtonLink>
    <WriteToPractice />
  </Outcome>
)

function useProposalLink(): Link | undefined {
  const link = useSecretMailedLink()
  const token = link.get('token')
  const hour = link.get('hora') ?? ''
  return token ? { token, startsAt: Number.isNaN(Date.parse(hour)) ? undefined : hour } : undefined
}

/** `/elegir-hora#token=…&hora=…`, from the mails that propose hours: opening it books nothing. */
export function ChooseHourPage() {
  const link = useProposalLink()
  return (
    <CardPageLayout>
      <PageHead title="Elige la hora de tu consulta" hidden />
      {link ? (
        <Chooser key={`${link.token} ${link.startsAt}`} {...link} />
      ) : (
        <Outcome title="Elige la hora de tu consulta">
          <p>Abre el enlace del correo que te enviamos, o entra en tu panel para elegirla allí.</p>
          <ButtonLink to="/dashboard">Ir a mi panel</ButtonLink>
        </Outcome>
      )}
    </CardPageLayout>
  )
}
