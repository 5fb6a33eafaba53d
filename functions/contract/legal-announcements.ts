import { addDays, daysBetween, startOfPracticeDay } from './calendar-days.ts'
import { TERMS_NOTICE_DAYS, TERMS_VERSION } from './product.ts'

/** What clients are promised a mail about. For a changed cookie policy the site asks everybody again. */
export type AnnouncedDocument = 'terms' | 'privacy'

/** A new edition of the texts, of which everybody with an account is told by mail before it applies to them. */
export interface LegalAnnouncement {
  /** The `TERMS_VERSION` of the new edition. Never changed: by it the product knows whom it has told. */
  readonly version: string
  /** Empty for an edition that changes nothing of which people must be told: no mail is sent. */
  readonly documents: readonly AnnouncedDocument[]
  /** `YYYY-MM-DD`: on this day the new texts are on the site and the mails are sent. */
  readonly announcedOn: string
  /** `YYYY-MM-DD`: from this day on the texts apply to those who had an account before. */
  readonly appliesFrom: string
  /** In Spanish, one short sentence each, as clients read them. */
  readonly changes: readonly string[]
}

export interface LegalPublication {
  /** The oldest first. */
  readonly announcements: readonly LegalAnnouncement[]
  /** Of the texts that are on the site. */
  readonly version: string
  /** Of the texts on the day on which the first client could register; undefined until then. */
  readonly launchVersion: string | undefined
}

/** docs/deploy.md says how the practice changes its texts. */
export const legalPublication: LegalPublication = {
  announcements: [],
  version: TERMS_VERSION,
  launchVersion: undefined,
}

/** Mails that a mailbox or the mail service does not take are tried again; this long the notice may need to arrive. */
const MAILING_DAYS = 2

/**
 * The day of the mail does not count (Código Civil, artículo 5). Of the privacy policy we promise only «before».
 */
const countNoticeDays = ({ documents }: Pick<LegalAnnouncement, 'documents'>): number =>
  1 + (documents.includes('terms') ? TERMS_NOTICE_DAYS : 0)

/** The last day on which a mail keeps the promise. */
export const findLastNoticeDay = (announcement: LegalAnnouncement): string =>
  addDays(announcement.appliesFrom, -countNoticeDays(announcement))

/** Until then a mail about it is of use: the instant from which the texts apply, ISO 8601. */
export const computeAnnouncementEnd = ({ appliesFrom }: Pick<LegalAnnouncement, 'appliesFrom'>): string =>
  new Date(startOfPracticeDay(appliesFrom)).toISOString()

/** Of the calendar: the 30th of February would be one of March. */
const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day

/** A part of the mails' ids. */
const isVersion = (version: string): boolean => /^[a-z0-9][a-z0-9-]{0,30}$/.test(version)

function findFaultsOf(announcement: LegalAnnouncement): readonly string[] {
  const { version, documents, announcedOn, appliesFrom, changes } = announcement
  if (!isVersion(version)) return ['la versión solo puede tener minúsculas, cifras y guiones']
  if (!isDay(announcedOn) || !isDay(appliesFrom)) return ['los días se escriben AAAA-MM-DD']
  if (documents.length === 0) return []
  const needed = countNoticeDays(announcement) + MAILING_DAYS
  const given = daysBetween(announcedOn, appliesFrom)
  return [
    ...(changes.length === 0 ? ['no dice qué cambia'] : []),
    ...(given < needed ? [`entre el anuncio y su aplicación hay ${given} días y hacen falta ${needed}`] : []),
  ]
}

/** Why the texts cannot be published like this, in sentences that say what to do. */
export function findLegalPublicationFaults({
  announcements,
  version,
  launchVersion,
}: LegalPublication): readonly string[] {
  const versions = announcements.map((each) => each.version)
  const days = announcements.map(({ announcedOn }) => announcedOn)
  const told = versions.at(-1) ?? launchVersion
  return [
    ...announcements.flatMap((each) => findFaultsOf(each).map((fault) => `Anuncio «${each.version}»: ${fault}.`)),
    ...(new Set(versions).size < versions.length ? ['Dos anuncios tienen la misma versión.'] : []),
    ...(days.join(' ') === days.toSorted().join(' ') ? [] : ['Los anuncios van del más antiguo al más nuevo.']),
    ...(told !== undefined && told !== version
      ? [`Los textos de la versión ${version} no están anunciados: el último anuncio es «${told}».`]
      : []),
  ]
}
