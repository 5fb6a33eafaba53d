import { type GraveType, graveTypes } from '#contract/alert-actions'
import { ALERT_HOURS } from '#contract/security-alerts'
import { auditLineAt, confirmFailuresOf, suppressionOf } from '#data/alert-queries'
import type { Data } from '#data/data'
import { epochSeconds } from '#data/table'
import { type AlertLine, alertOf, type RaisedAlert, refusalsIn, suspicionOf } from '../security/public/alerts.ts'
import { queueMail } from '#platform/outbox'

export interface AlertMailServices {
  readonly data: Data
  readonly now: () => Date
  readonly newId: (prefix: string) => string
  readonly practiceMail: string
}

export type AlertEntry = Pick<AlertLine, 'auditId' | 'createdAt'>

const PAUSE_MINUTES = 60
const LIMIT = 'alert-mail'
const MAX_TRIES = 5

type GraveAlert = RaisedAlert & { readonly type: GraveType }

const isGrave = (alert: RaisedAlert): alert is GraveAlert => graveTypes.some((type) => type === alert.type)

/**
 * Mails the practice about an audit entry that makes a grave alert, once an hour per kind. Limit and mail are one
 * transaction: of two simultaneous entries, or of one that the stream delivers twice, one is mailed.
 */
export async function mailAlert(entry: AlertEntry, services: AlertMailServices): Promise<void> {
  const { data, now } = services
  // Of what happened so long ago the tab says nothing any more either.
  if (Date.parse(entry.createdAt) <= now().getTime() - ALERT_HOURS * 3_600_000) return
  const line = await auditLineAt(data, entry)
  const alert = line && (await graveAlertOf(line, services))
  if (!alert || (await suppressionOf(data, alert.findingId, now()))) return
  // Lost against another mail of the kind, which the second look finds, or against the end of the limit's item.
  for (let tries = 0; tries < MAX_TRIES; tries++) if (await isMailed(alert, services)) return
  throw new Error(`the alert ${alert.id} was neither mailed nor found mailed`)
}

async function graveAlertOf(line: AlertLine, { data, now }: AlertMailServices): Promise<GraveAlert | undefined> {
  // The end of a lock-out, whose beginning was told.
  if (refusalsIn(line) !== undefined) return undefined
  const alert =
    line.action === 'MFA_CONFIRM_FAILED'
      ? suspicionOf(await confirmFailuresOf(data, line.subjectId, now()))
      : alertOf(line)
  return alert && isGrave(alert) ? alert : undefined
}

/** @returns whether a mail of this kind was queued within the hour, by this call or another */
async function isMailed({ type, at }: GraveAlert, services: AlertMailServices): Promise<boolean> {
  const { data, now, practiceMail } = services
  const key = { limit: LIMIT, subject: type }
  const { data: known } = await data.rateLimits.get(key).go({ consistent: true })
  const since = new Date(now().getTime() - PAUSE_MINUTES * 60_000).toISOString()
  if (known?.tries.some((instant) => instant > since)) return true

  const step = {
    tries: [now().toISOString()],
    version: (known?.version ?? 0) + 1,
    expiresAtEpoch: epochSeconds(now()) + PAUSE_MINUTES * 60,
  }
  const { written } = await data.transact((entities) => ({
    limit: known
      ? entities.rateLimits
          .patch(key)
          .set(step)
          .where(({ version }, { eq }) => eq(version, known.version))
          .commit()
      : entities.rateLimits.create({ ...key, ...step }).commit(),
    mail: queueMail(entities, { to: practiceMail, content: { kind: 'security-alert', type, at } }, services),
  }))
  return written
}
