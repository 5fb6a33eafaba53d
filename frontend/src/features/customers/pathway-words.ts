import { createDayFormatter, toPracticeDay } from '#contract/calendar-days'
import {
  type CarePathway,
  type CarePathwayFact,
  carePathwayFacts,
  type CarePathwayStep,
  getCarePathwayStateRow,
} from '#contract/care-pathway'
import {
  type CarePathwayFactWords,
  carePathwayFactWords,
  carePathwayOverdueWords,
  carePathwayWords,
} from '../../content/care-pathway.ts'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime } from '../../ui/wall-time.ts'

const formatLongDay = createDayFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const formatShortDay = createDayFormatter({ day: 'numeric', month: 'short' })

/** `lunes 30 de noviembre` */
export const toDayText = (day: string): string => formatLongDay(day).replace(',', '')

/** `16 oct` */
export const toFactDay = (instant: string): string => formatShortDay(toPracticeDay(instant))

/** Empty if there is none. */
export function toDeadlineText({ state, turn, due, facts }: CarePathway, today: string): string {
  const { when } = carePathwayWords[state]
  if (typeof when === 'string') return when
  if (!due) return ''
  const day = toDayText(due.day)
  const hour = getCarePathwayStateRow(state).due?.after.includes('hourBooked') ? facts.hourBooked : undefined
  if (due.day < today) return carePathwayOverdueWords[turn](day)
  if (when) return when(hour ? `${day}, a las ${formatTime(hour)}${formatViewerAside(hour)}` : day)
  return due.isAbout ? `Hacia el ${day}.` : `Como muy tarde, el ${day}.`
}

export interface ListedPathwayFact extends CarePathwayFactWords {
  readonly fact: CarePathwayFact
  readonly at: string
  /** Known from a correction only: there is no page to link to. */
  readonly isStated: boolean
}

/** A correction 'not needed' advances the state, but is not a fact to list. */
export function listFactsOfStep(pathway: CarePathway, step: CarePathwayStep): readonly ListedPathwayFact[] {
  const { needs } = getCarePathwayStateRow(pathway.state)
  const reasons = new Map(pathway.corrections.map(({ statedAt, reason }) => [statedAt, reason]))
  return carePathwayFacts
    .flatMap((fact): ListedPathwayFact[] => {
      const [words, at] = [carePathwayFactWords[fact], pathway.facts[fact]]
      if (!words || !at || (words.step ?? pathway.step) !== step) return []
      if (words.isSaidByState && needs.includes(fact)) return []
      if (reasons.get(at) === 'not-needed') return []
      return [{ ...words, fact, at, isStated: reasons.has(at) }]
    })
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

export type StepProgress = 'done' | 'present' | 'coming'

export function toStepProgress({ state, step: present }: CarePathway, step: CarePathwayStep): StepProgress {
  if (step < present || state === 'finished') return 'done'
  return step === present ? 'present' : 'coming'
}
