import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { getEnteredPriceCents } from './consultation-words.ts'
import { describeConflict } from './agenda-layout.ts'
import {
  pastTimeText,
  toConsultationPathParams,
  useInvalidateConsultations,
} from './use-admin-consultation-mutations.ts'

interface Move {
  readonly consultation: Consultation
  readonly startsAt: string
  readonly isUndo?: boolean
  /** Moving a request confirms it; undoing the move does not revert that. */
  readonly isConfirming?: boolean
}

const save = ({ consultation, startsAt }: Move) => {
  const { durationMinutes, type, notes, roomUrl, version } = consultation
  const priceCents = getEnteredPriceCents(consultation)
  return callApi(apiContract.consultations.edit, {
    params: toConsultationPathParams(consultation),
    body: { startsAt, durationMinutes, type, priceCents, notes, roomUrl, version },
  })
}

const isOf = (one: Consultation, other: Consultation): boolean => one.consultationId === other.consultationId

/** Lists come from an index that lags; a newer version saved here takes precedence. */
const takeNewer = (stored: Consultation, saved: Consultation | undefined): Consultation =>
  saved && isOf(saved, stored) && saved.version > stored.version ? saved : stored

export function useMoveConsultation(stored: readonly Consultation[]) {
  const invalidate = useInvalidateConsultations()
  const [saved, setSaved] = useState<readonly Consultation[]>([])
  const [startsWanted, setStartsWanted] = useState<ReadonlyMap<string, string>>(new Map())
  /** Moves are sent in sequence, because each needs the version of the one before. */
  const last = useRef(Promise.resolve<Consultation | undefined>(undefined))
  const { mutate } = useMutation({
    mutationFn: (move: Move) => {
      const answer = last.current.then((before) =>
        save({ ...move, consultation: takeNewer(move.consultation, before) }),
      )
      last.current = answer.catch(() => undefined)
      return answer
    },
    onSuccess: (now, { consultation, isUndo, isConfirming = consultation.toConfirm }) => {
      setSaved((before) => [...before.filter((each) => !isOf(each, now)), now])
      const undo = () => send({ consultation: now, startsAt: consultation.startsAt, isUndo: true, isConfirming })
      const text = `${now.customerName}: ${formatWeekdayDate(now.startsAt)}, ${formatTime(now.startsAt)} h`
      if (isUndo) showNotice.success('Consulta actualizada', isConfirming ? `${text}. Sigue confirmada.` : text)
      else showNotice.undoable('Consulta actualizada', undo, text)
      return invalidate()
    },
    onError: (error, { consultation, startsAt }) => {
      showNotice.failure('No se pudo actualizar la consulta', explain(error, { ...consultation, startsAt }))
      return invalidate()
    },
    onSettled: (_now, _error, { consultation: { consultationId }, startsAt }) =>
      setStartsWanted((before) =>
        before.get(consultationId) === startsAt
          ? new Map([...before].filter(([each]) => each !== consultationId))
          : before,
      ),
  })
  const send = (move: Move) => {
    setStartsWanted((before) => new Map(before).set(move.consultation.consultationId, move.startsAt))
    mutate(move)
  }
  const explain = (error: Error, wanted: Consultation) => {
    const conflict = hasApiErrorCode(error, 'slot-taken') && describeConflict(stored, wanted)
    if (conflict) return `A esa hora está ${conflict}.`
    return hasApiErrorCode(error, 'too-soon') ? pastTimeText : toErrorMessage(error)
  }
  return {
    consultations: stored.map((each) => {
      const newest = takeNewer(
        each,
        saved.find((one) => isOf(one, each)),
      )
      const startsAt = startsWanted.get(each.consultationId)
      return startsAt ? { ...newest, startsAt } : newest
    }),
    move: (consultation: Consultation, startsAt: string) => send({ consultation, startsAt }),
    isPending: startsWanted.size > 0,
  }
}
