import { ago, type InvariantCheck, MAX_CHECKED } from './invariant-check.ts'

/** What is due is taken up every five minutes: after three times that nobody does. */
const MAIL_LATE_MINUTES = 15

/** No mail is stuck: neither waits to be taken up, nor was taken by somebody who stopped halfway. */
export const mailsOnTheirWay: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: MAIL_LATE_MINUTES })
  const longestDue = await Promise.all(
    (['queued', 'sending'] as const).map((status) => data.mails.query.due({ status }).go({ limit: MAX_CHECKED })),
  )
  const mails = longestDue.flatMap((page) => page.data)
  return { looked: mails.length, broken: mails.filter(({ nextAttemptAt }) => nextAttemptAt < late).length }
}

/** People are erased once a day: whoever was due two days ago was passed over. */
const ERASURE_LATE_MINUTES = 2 * 24 * 60

/** Nobody who left waits longer for their erasure than was promised. */
export const erasuresInTime: InvariantCheck = async ({ data, now }) => {
  const late = ago(now(), { minutes: ERASURE_LATE_MINUTES })
  const { data: longestDue } = await data.erasures.query.due({}).go({ limit: MAX_CHECKED })
  return { looked: longestDue.length, broken: longestDue.filter(({ dueAt }) => dueAt < late).length }
}
